import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { collectAtRest } from './collect-at-rest.ts'
import { toEndMark } from './data-folder.ts'
import type { Log } from './log/log.ts'
import { toFaultFacts } from './log/to-fault-facts.ts'
import { type Options, toDataFolder } from './options.ts'
import { writePrivateFile } from './private-file.ts'
import { serve } from './serve/serve.ts'
import { StartProblem } from './start-problem.ts'
import { toShellWord } from './to-shell-word.ts'

/**
 * A server answers and then waits: V8's own 16 MB for young objects, three times over, would stay with it. Measured after a list of 2,000
 * sessions, at rest: 175 MB without this, 119 MB with it.
 */
const YOUNG_MB = 4
/** By then the browser has read the file with the link. */
const OPENED_MS = 60_000
/** One key press may arrive twice, from the terminal and from npm. */
const SAME_PRESS_MS = 500

/** Once there is one. */
let log: Log | null = null

/** A fault that nobody caught: what is half done is not gone on with. Sessions live on in their keepers. */
function crash(error: unknown): void {
  log?.error(toFaultFacts(error), 'crashed')
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`Quarterdeck has failed, and stops. Its sessions run on: start it again.\n${reason}\n`)
  process.exit(1)
}

/** Serves until it is asked to stop. */
export async function runServer(options: Options, built: { version: string; pageFolder: string }): Promise<void> {
  process.on('uncaughtException', crash)
  setFlagsFromString(`--max-semi-space-size=${YOUNG_MB}`)
  setFlagsFromString('--semi-space-growth-factor=1')
  collectAtRest()
  try {
    const starting = serve(options, { env: process.env, ...built })
    // Before it says that it is ready: whoever hears that may ask it to stop at once.
    stopOnSignal(options, async () => {
      const count = await (await starting).stop()
      rmSync(join(options.data, 'open.html'), { force: true })
      if (options.isTemporary) rmSync(options.data, { recursive: true, force: true })
      return count
    })
    const server = await starting
    log = server.log
    const { link } = server.createLink()
    if (options.demo)
      process.stdout.write('This is a demo: a scripted agent, sample projects, and nothing that is real.\n')
    // Without it, another server would be looked for.
    const data = options.data === toDataFolder(undefined, process.env) ? '' : ` --data ${toShellWord(options.data)}`
    process.stdout.write(
      `Quarterdeck ${built.version} is ready at ${server.url}. This link lets one browser in, once, for five minutes:\n\n  ${link}\n\n'quarterdeck pair${data}' (in a clone: npm start -- pair${data}) makes another. Ctrl+C stops it.\n`,
    )
    if (server.bridgeKey !== null)
      process.stdout.write(`\nThe bridge is at ${server.url}/bridge, with the key ${server.bridgeKey}\n`)
    if (options.open) openBrowser(link, join(options.data, 'open.html'))
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  }
}

function stopOnSignal({ demo, data }: Options, stop: () => Promise<number>): void {
  let askedAt = 0
  const onSignal = async () => {
    // Whoever asks again does not want to wait.
    if (askedAt > 0 && Date.now() - askedAt > SAME_PRESS_MS) process.exit(1)
    if (askedAt > 0) return
    askedAt = Date.now()
    const endsAll = existsSync(toEndMark(data))
    const count = await stop()
    const advice = count === 0 || endsAll ? '' : ` ${toAdvice(count, data)}`
    const sessions = demo ? ' Its sessions and samples are gone.' : advice
    process.stdout.write(`Quarterdeck stopped.${sessions}\n`, () => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal)
}

/** The last line is what people see when they come back: it must work as it stands. */
function toAdvice(count: number, data: string): string {
  const isOwn = data === toDataFolder(undefined, process.env)
  const command = `stop --all${isOwn ? '' : ` --data ${data}`}`
  const running = `${count} ${count === 1 ? 'session runs' : 'sessions run'} on`
  return `${running}; 'quarterdeck ${command}' (in a clone: npm start -- ${command}) ends ${count === 1 ? 'it' : 'them'}.`
}

/**
 * Only on a desktop: a server without a screen has nothing to open. The arguments of a process can be read by every user of
 * the machine, so the browser is given a private file that leads to the link, and not the link.
 */
function openBrowser(link: string, file: string): void {
  const isDesktop =
    process.platform === 'darwin' || process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined
  if (!isDesktop || !process.stdout.isTTY) return
  // Its link is used at once or never.
  setTimeout(() => rmSync(file, { force: true }), OPENED_MS).unref()
  writePrivateFile(file, `<!doctype html><meta http-equiv="refresh" content="0; url=${link}">`)
  const opener = spawn(process.platform === 'darwin' ? 'open' : 'xdg-open', [file], { stdio: 'ignore', detached: true })
  opener.on('error', () => process.stdout.write('The browser could not be opened; open the link yourself.\n'))
  opener.unref()
}
