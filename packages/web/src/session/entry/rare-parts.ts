/** What few entries are drawn with: one file, loaded when it is wanted. */
export { ErrorAdvice } from './ErrorAdvice.tsx'
export { Paste } from './Paste.tsx'
export { Pictures } from './Pictures.tsx'
