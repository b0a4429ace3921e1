import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cli, CliProcess, findCli, toArgv } from '@quarterdeck/driver'
import { serialise, toAllow, toControlRequest, toUserMessage } from '@quarterdeck/protocol'
import { findRealCli, toCliEnv } from './real-cli.ts'
import { type Reply, toScriptedPrompt } from './script.ts'
import { startScriptedModel } from './scripted-model.ts'

export interface CliRun {
  /** What the CLI wrote, line by line. */
  stdout: string[]
  /** The lines of all transcripts the run left on disk, subagents included. */
  transcript: string[]
}

/** Plays one prompt after another on a real CLI in a folder of its own, allowing whatever it asks. */
export async function runCli(version: string, toPrompts: (cwd: string) => (string | Reply[])[]): Promise<CliRun> {
  const home = mkdtempSync(join(tmpdir(), 'quarterdeck-cli-'))
  const cwd = join(home, 'project')
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'a.txt'), 'one\ntwo\n')
  const model = await startScriptedModel()
  try {
    const env = toCliEnv({ home, modelUrl: model.url })
    const cli = findCli({ named: findRealCli(version), env, home })
    const stdout = await play(cli, { cwd, env }, toPrompts(cwd).map(toPrompt))
    const files = globSync('.claude/projects/**/*.jsonl', { cwd: home })
    return { stdout, transcript: files.flatMap((file) => readFileSync(join(home, file), 'utf8').trim().split('\n')) }
  } finally {
    // Removed first: a model whose script ran out fails when it is closed.
    rmSync(home, { recursive: true, force: true })
    await model.close()
  }
}

function toPrompt(prompt: string | Reply[]): string {
  return typeof prompt === 'string' ? prompt : toScriptedPrompt('Play the script.', prompt)
}

async function play(
  cli: Cli,
  where: { cwd: string; env: Record<string, string> },
  prompts: string[],
): Promise<string[]> {
  const stdout: string[] = []
  let onResult: () => void = () => undefined
  const argv = toArgv({ cwd: where.cwd, sessionId: crypto.randomUUID() })
  const child = new CliProcess(cli, argv, where, (frame) => {
    if (frame.kind !== 'line') return
    stdout.push(frame.text)
    const message = JSON.parse(frame.text)
    if (message.type === 'result') onResult()
    if (message.type === 'control_request' && message.request.subtype === 'can_use_tool')
      child.write(serialise(toAllow({ requestId: message.request_id, input: message.request.input })))
  })
  child.write(serialise(toControlRequest('initialize', { subtype: 'initialize' })))
  for (const content of prompts) {
    const result = new Promise<void>((resolve) => {
      onResult = resolve
    })
    child.write(serialise(toUserMessage({ content, uuid: crypto.randomUUID() })))
    await Promise.race([
      result,
      child.exited.then(({ stderr }) => Promise.reject(new Error(`The CLI ended: ${stderr}`))),
    ])
  }
  await child.stop()
  return stdout
}
