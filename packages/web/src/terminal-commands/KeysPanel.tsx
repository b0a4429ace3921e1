const KEYS = [
  { keys: 'Enter', what: 'Send. While a turn runs, the message waits until it has ended.' },
  { keys: 'Shift+Enter', what: 'A new line.' },
  { keys: 'Ctrl+Shift+Enter', what: 'Give the message to Claude now, in the middle of the turn.' },
  {
    keys: 'Escape',
    what: 'Close a menu, then deny or skip what is asked, then clear the message, then stop the turn.',
  },
  { keys: '↑ ↓', what: 'Go through what you said before.' },
  { keys: 'Ctrl+R', what: 'Find what you said before.' },
  { keys: 'Tab', what: 'Take the suggestion, or the chosen command or file.' },
]

/** `/keybindings-help`: the keys of the message and of the cards. The page's own are behind `?`. */
export function KeysPanel() {
  return (
    <>
      <dl className="panel-terms">
        {KEYS.map(({ keys, what }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">
        Everywhere else, <kbd>?</kbd> shows the keys of the page.
      </p>
    </>
  )
}
