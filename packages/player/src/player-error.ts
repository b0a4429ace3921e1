/** What the person who started the player can put right. The message says what happened, with the value. */
export class PlayerError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PlayerError'
  }
}
