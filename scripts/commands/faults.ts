import { command } from '../command.ts'
import { runRows } from '../rows.ts'

await command((args) => runRows('faults', args))
