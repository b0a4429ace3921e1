/** A failed sign-in in the CLI's words, and what to do about it. */
const SENTENCES: readonly (readonly [words: RegExp, sentence: string])[] = [
  [/no active oauth flow/i, 'This sign-in is open no longer. Begin again, and open the new link.'],
  [
    /state mismatch|different sign-in/i,
    'That address belongs to another sign-in. Open the link above, and copy the address where that one ends.',
  ],
  [
    /missing authorization code/i,
    'That address has no code in it. Copy the whole of it, with all that stands behind the question mark.',
  ],
  [
    /server status: needs-auth/i,
    'Claude Code took the address, but the server still does not let it in. Begin again, and open the new link.',
  ],
]

export function toSignInProblem(message: string): string {
  const known = SENTENCES.find(([words]) => words.test(message))
  if (known !== undefined) return known[1]
  const refusal = /OAuth error: ([\w.-]+)/.exec(message)?.[1]
  return refusal === undefined ? message : `Where you signed in, the answer was “${refusal}”. Begin again.`
}

/** Why a text cannot be the address that a browser ended at; null where it can. */
export function findAddressProblem(text: string): string | null {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return null
  return 'That is no address. It begins with http:// and stands in the address line of the browser.'
}
