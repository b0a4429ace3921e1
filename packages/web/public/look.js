/** Before anything is drawn: light or dark, as this browser was told the last time. Without it the page would flash. */
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem('quarterdeck-look') ?? '{}'))
} catch {
  // A browser that keeps nothing draws as the system does.
}
