import type { DeviceRow } from '@quarterdeck/contract'
import { printTable, toTerminal } from './archive/print-table.ts'
import { type Printed, runServerCommand, type ServerCommand, SHARED_FLAGS_HELP } from './run-server-command.ts'

const HELP = `Lists the browsers that are paired, or revokes one: it is out at once.

  quarterdeck devices [FLAGS]
  quarterdeck devices revoke ID [FLAGS]

${SHARED_FLAGS_HELP}`

const command: ServerCommand = {
  help: HELP,
  async run({ words, isJson, ask }) {
    const [verb, id, ...rest] = words
    if (verb !== undefined && verb !== 'revoke') return wrong(`There is no 'devices ${verb}'.`)
    if (verb === 'revoke' && id === undefined) return wrong('revoke wants the id of a device.')
    if (rest.length > 0) return wrong(`'${rest[0]}' is one word too many.`)
    const listed = await ask('GET /api/devices')
    if (listed.kind !== 'answer') return listed
    const { items } = listed.value
    if (id === undefined) return { kind: 'text', text: isJson ? toJson({ items, nextCursor: null }) : print(items) }
    // Nobody types a whole id: its beginning does, where it is of one device alone.
    const found = items.filter(({ deviceId }) => deviceId.startsWith(id))
    const [device] = found
    if (device === undefined || found.length > 1)
      return {
        kind: 'refused',
        message: `${found.length === 0 ? 'No device has' : `${found.length} devices have`} an id that begins with '${id}'. 'quarterdeck devices' lists them.`,
      }
    const revoked = await ask('DELETE /api/devices/:id', { params: { id: device.deviceId } })
    if (revoked.kind !== 'answer') return revoked
    return { kind: 'text', text: isJson ? toJson({ revoked: device }) : `'${device.name}' is revoked.\n` }
  },
}

export function run(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return runServerCommand(command, argv, env)
}

function wrong(message: string): Printed {
  return { kind: 'wrong', message: `${message} --help says what there is.` }
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function print(items: readonly DeviceRow[]): string {
  if (items.length === 0) return "No browser is paired. 'quarterdeck pair' makes a link for one.\n"
  const columns = [
    { title: 'id' },
    { title: 'last seen' },
    { title: 'paired' },
    { title: 'address' },
    { title: 'name' },
  ]
  const rows = items.map(({ deviceId, lastSeen, created, origin, name }) => [
    deviceId,
    toLocal(lastSeen),
    toLocal(created),
    origin,
    name,
  ])
  return printTable(columns, rows, toTerminal(process.stdout, process.env))
}

function toLocal(iso: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(new Date(iso))
}
