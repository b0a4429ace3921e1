/** How a client is let in. */
export type Credentials =
  /** Only to routes that are open to everyone, or for which the cookie of the browser is enough. */
  | { kind: 'none' }
  /** A program, with the token of `server.json`. */
  | { kind: 'bearer'; token: string }
  /** The page of a paired browser, which sends its cookie by itself. */
  | { kind: 'device'; proofs: Proofs }

export interface Proofs {
  /** The second proof; made anew when the last one is too old. */
  getProof(): Promise<string>
  /** The server did not take it: it was started again, or the proof was too old. */
  dropProof(proof: string): void
  /** Not even a new proof was taken: this browser is not let in any more. */
  onRefused(): void
}
