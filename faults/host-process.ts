import { type GivenCommand, KeptSession } from '@quarterdeck/driver'

/** A host that gives a command to a kept session and is killed (SIGKILL) at a point of it. */
const [folder = '', point = '', json = ''] = process.argv.slice(2)
const given = JSON.parse(json) as GivenCommand
const die = () => process.kill(process.pid, 'SIGKILL')

const kept = await KeptSession.open(folder)
if (point === 'attached') die()
let wasTold = false
kept.subscribe((event) => {
  if (event.kind !== 'record') return
  const { from, commandId } = event.record
  if (point === 'written' && wasTold && from === 'cli') die()
  wasTold ||= commandId === given.commandId
  if (point === 'logged' && wasTold) die()
})
const receipt = kept.command(given)
if (point === 'sent') setImmediate(die)
await receipt
if (point === 'receipt') die()
