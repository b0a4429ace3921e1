import { toErrorAdvice } from '@quarterdeck/transcript'

/** Advice after an error of the API, where its kind is known. */
export function ErrorAdvice({ error, text }: { error: string; text: string }) {
  const advice = toErrorAdvice(error, text)
  return advice === undefined ? null : <p>{advice}</p>
}
