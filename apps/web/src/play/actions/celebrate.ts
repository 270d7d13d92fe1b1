import { GAME_CONTAINER_ID } from '../full-screen/full-screen.ts'

const PAUSE_MS = 30_000
let nextAt = 0

/** Shows confetti over the game, at most once in 30 s, and none to who prefers less motion. */
export function celebrate(): void {
  if (performance.now() < nextAt) return
  nextAt = performance.now() + PAUSE_MS
  showConfetti().catch((error) => console.error('The confetti failed', error))
}

async function showConfetti(): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const { default: confetti } = await import('canvas-confetti')
  const canvas = document.createElement('canvas')
  canvas.className = 'pointer-events-none absolute inset-0 z-10 size-full'
  canvas.dataset.confetti = ''
  // In full screen only what is inside the container can be seen.
  document.getElementById(GAME_CONTAINER_ID)?.append(canvas)
  await confetti.create(canvas, { resize: true })({ particleCount: 120, spread: 80, origin: { y: 0.8 } })
  canvas.remove()
}
