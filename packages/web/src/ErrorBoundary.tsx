import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
  /** The drawn value: when it changes, drawing is tried again. */
  subject?: unknown
  /** The fallback, where that is not a whole view. */
  toFallback?: (problem: string) => ReactNode
}

interface State {
  problem: string | null
}

/** A view, a card or an entry that fails must not take the page with it: it says so, and the rest stays usable. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { problem: null }

  static getDerivedStateFromError(error: Error): State {
    return { problem: error.message }
  }

  override componentDidUpdate({ subject }: Props) {
    if (this.state.problem !== null && subject !== this.props.subject) this.setState({ problem: null })
  }

  override render() {
    const { problem } = this.state
    const { children, toFallback } = this.props
    if (problem === null) return children
    if (toFallback !== undefined) return toFallback(problem)
    return (
      <main className="main middle" role="alert">
        <h1>This view could not be shown</h1>
        <p className="quiet">{problem}. Reload the page; nothing of the session is lost.</p>
      </main>
    )
  }
}
