export function SettingsView() {
  return <main className="main view">Settings</main>
}
