/** The turn was stopped by the person: while the model spoke, or while a tool ran or was asked for. */
export class Interrupted extends Error {
  readonly during: 'text' | 'tool'

  constructor(during: 'text' | 'tool') {
    super('The turn was interrupted.')
    this.name = 'Interrupted'
    this.during = during
  }
}
