/**
 * Who may come in by which door; every route and socket declares one.
 * - `open`: everyone, though no foreign page.
 * - `page`: the files of the page, to which other sites may link.
 * - `half`: a device that has its cookie, on the way to its second proof.
 * - `signed_in`: a device with both proofs, or a program.
 * - `program`: only with the token of `server.json`.
 * - `bridge`: only with the key of the bridge, and nothing that runs in a browser.
 */
export const POLICIES = ['open', 'page', 'half', 'signed_in', 'program', 'bridge'] as const
export type Policy = (typeof POLICIES)[number]
