import { startSession } from '@quarterdeck/driver'

await using session = await startSession({ cwd: process.cwd() })
await session.send('Tell me a short story.')

for await (const item of session) {
  if (item.kind !== 'message') continue
  const { message } = item
  if (message.type === 'stream_event' && message.event.type === 'content_block_delta') {
    const { delta } = message.event
    if (delta.type === 'text_delta') process.stdout.write(delta.text)
  }
  if (message.type === 'result') {
    console.log(`\n${message.subtype}, $${message.total_cost_usd}`)
    break
  }
}
