/** Runs a long step under one line that says what is being done, and for how long. */
export async function saying(what, step) {
  const { stderr } = process
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const write = stderr.isTTY ? (text) => stderr.write(`\r\x1b[K${text}`) : (text) => stderr.write(`${text}\n`)
  write(`${what}…`)
  const timer = setInterval(() => write(`${what}… ${seconds()} s`), stderr.isTTY ? 1000 : 15_000)
  try {
    return await step()
  } finally {
    clearInterval(timer)
    if (stderr.isTTY) write(`${what}: ${seconds()} s\n`)
  }
}
