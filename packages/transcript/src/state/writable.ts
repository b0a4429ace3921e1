/** A value that is still being built by the function that made it. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] }
