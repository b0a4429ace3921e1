/** The event around a message, and the lane that the message belongs to. */
export interface MessageContext {
  /** The name of the lane: `MAIN`, or the id of the tool call that started the agent. */
  lane: string
  at: string | undefined
  from: 'cli' | 'host' | undefined
  /** The person or device that told the host to write the message. */
  by: string | undefined
  inputHash: string | undefined
  /** The event has a number in the log, by which a repeat is recognised. */
  isNumbered: boolean
}
