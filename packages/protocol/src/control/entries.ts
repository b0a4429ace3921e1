import { entry } from '../lines/define.ts'
import { ControlCancelRequest, ControlRequest, ControlResponse } from './envelope.ts'

export const controlEntries = {
  control_request: entry(
    ControlRequest,
    'documented',
    ['stdout', 'stdin'],
    'Asks the other side for something; the table of control requests says what.',
  ),
  control_response: entry(
    ControlResponse,
    'documented',
    ['stdout', 'stdin'],
    'Answers a request. On stdout it may be our own answer, echoed; 2.1.38 answers some requests twice.',
  ),
  control_cancel_request: entry(
    ControlCancelRequest,
    'documented',
    ['stdout', 'stdin'],
    'From the CLI: a prompt is off, its card goes away. From the host: gives up a request of its own, never a prompt of the CLI; 2.1.38 ends on such a line.',
  ),
} as const
