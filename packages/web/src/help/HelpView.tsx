export function HelpView() {
  return <main className="main view">Help</main>
}
