import { toTextRuns } from './to-text-runs.ts'

/** A text with everything in it to be seen, and long stretches of nothing said in words: what hides behind them does not hide. */
export function WholeText({ text }: { text: string }) {
  return toTextRuns(text).map((run, index) =>
    run.kind === 'text' ? (
      run.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a run is its place
      <span key={index}>
        {run.what === 'empty lines' && '\n'}
        <span className="blank-run">
          {run.count.toLocaleString('en')} {run.what}
        </span>
        {run.what === 'empty lines' && '\n'}
      </span>
    ),
  )
}
