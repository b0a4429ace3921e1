/** The second proof of a page: a token it got for a signature. Browsers cannot send a header with a WebSocket, so there it is an offered subprotocol. */
export const PROOF_HEADER = 'x-quarterdeck-proof'
export const PROOF_PROTOCOL_PREFIX = 'quarterdeck.proof.'

/** The version that the page speaks. A page of another version is told to load itself again. */
export const PROTOCOL_HEADER = 'x-quarterdeck-protocol'
export const PROTOCOL_VERSION = '1'

/** What a page offers on a WebSocket beside its proof. */
export const SOCKET_PROTOCOL_NAME = 'quarterdeck.v'
export const SOCKET_PROTOCOL = `${SOCKET_PROTOCOL_NAME}${PROTOCOL_VERSION}`

/** What is signed. With the origin: a signature that another page asked for is of no use here. */
export function toProofText(origin: string, nonce: string): string {
  return `quarterdeck proof\n${origin}\n${nonce}`
}

/** With which a socket is closed whose device was revoked. */
export const REVOKED_CLOSE_CODE = 4401
