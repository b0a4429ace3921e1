/** JSON of a value with headers of its own, such as a cookie. */
export class JsonReply<T> {
  readonly value: T
  readonly headers: Readonly<Record<string, string>>

  constructor(value: T, headers: Readonly<Record<string, string>>) {
    this.value = value
    this.headers = headers
  }
}
