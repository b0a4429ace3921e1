/** Who has come through the gate: a browser that was paired, a program with the token of `server.json`, or one with the bridge's key. */
export type Caller =
  | { kind: 'device'; deviceId: string; name: string }
  | { kind: 'program' }
  | { kind: 'bridge' }
  /** A route that is open to everyone. */
  | { kind: 'nobody' }
