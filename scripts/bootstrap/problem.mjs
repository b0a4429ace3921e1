/** Something the person at the terminal can put right. The message says what happened and what to do. */
export class Problem extends Error {}
