import { createReadStream } from 'node:fs'
import { createServer } from 'node:net'

/** The least that anybody could do: what comes out of a pipe goes to every socket. Arguments: the pipes. */
const pipes = process.argv.slice(2)
for (const path of pipes) {
  const source = createReadStream(path)
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    source.on('data', (chunk) => socket.write(chunk))
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ path, port: (server.address() as { port: number }).port }))
}
