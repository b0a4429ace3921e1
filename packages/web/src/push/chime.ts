const NOTES_HZ = [660, 880]
const NOTE_SECONDS = 0.12

/** Two short notes, made and not loaded: for those who are told by nothing else. A page that was never clicked may not sound. */
export async function playChime(): Promise<void> {
  const context = new AudioContext()
  // Some browsers never answer until the page is clicked.
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 200))])
  if (context.state !== 'running') return context.close()
  for (const [at, hz] of NOTES_HZ.entries()) {
    const oscillator = new OscillatorNode(context, { frequency: hz })
    const start = context.currentTime + at * NOTE_SECONDS
    const volume = new GainNode(context, { gain: 0.1 })
    volume.gain.setTargetAtTime(0, start + NOTE_SECONDS / 2, 0.03)
    oscillator.connect(volume).connect(context.destination)
    oscillator.start(start)
    oscillator.stop(start + NOTE_SECONDS)
  }
  setTimeout(() => void context.close(), 1000)
}
