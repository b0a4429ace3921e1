/** The version of the CLI that a script is played in the manner of. */
export const VERSION = '2.1.325'
