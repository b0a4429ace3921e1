import { Component, type ReactNode } from 'react'

interface State {
  problem: string | null
}

/** A view that fails must not take the page with it: it says so, and the rest stays usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { problem: null }

  static getDerivedStateFromError(error: Error): State {
    return { problem: error.message }
  }

  override render() {
    const { problem } = this.state
    if (problem === null) return this.props.children
    return (
      <main className="main middle" role="alert">
        <h1>This view could not be shown</h1>
        <p className="quiet">{problem}. Reload the page; nothing of the session is lost.</p>
      </main>
    )
  }
}
