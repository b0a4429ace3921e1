/** Parts that few entries need: one file, loaded when one of them is drawn. */
export { ErrorAdvice } from './ErrorAdvice.tsx'
export { Paste } from './Paste.tsx'
export { Pictures } from './Pictures.tsx'
