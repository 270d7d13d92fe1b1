import type { Steer } from './core/arena.ts'

const KEYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  KeyA: [-1, 0],
  ArrowRight: [1, 0],
  KeyD: [1, 0],
  ArrowUp: [0, -1],
  KeyW: [0, -1],
  ArrowDown: [0, 1],
  KeyS: [0, 1],
}

/** The finger's way from the middle of the stick to full speed, in CSS pixels. */
const STICK_PX = 56

export interface Pilot {
  /** Where the player steers now. The same object each time. */
  steer(): Steer
  /** Lets go of everything, as when a card comes over the game. */
  letGo(): void
}

interface Deps {
  /** What the fingers and the mouse drag on, and what the keys are meant for. */
  readonly field: HTMLElement
  /** The stick's picture, shown under the finger. */
  readonly stick: HTMLElement
  onShield(): void
  onPause(): void
}

/** Keys, a stick that appears under a finger, and the same stick for a mouse: whichever is used steers. */
export function createPilot({ field, stick, onShield, onPause }: Deps): Pilot {
  const held = new Set<string>()
  const steer = { x: 0, y: 0 }
  let drag: { id: number; x: number; y: number } | null = null

  function followKeys(): void {
    steer.x = steer.y = 0
    for (const code of held) {
      const [x, y] = KEYS[code] ?? [0, 0]
      steer.x += x
      steer.y += y
    }
  }

  function moveStick(dx: number, dy: number): void {
    const far = Math.max(1, Math.hypot(dx, dy) / STICK_PX)
    steer.x = dx / far / STICK_PX
    steer.y = dy / far / STICK_PX
    stick.style.setProperty('--dx', `${dx / far}px`)
    stick.style.setProperty('--dy', `${dy / far}px`)
  }

  function letGo(): void {
    held.clear()
    drag = null
    stick.hidden = true
    followKeys()
  }

  field.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.code in KEYS) {
      held.add(event.code)
      followKeys()
    } else if (event.code === 'Space') onShield()
    else if (event.code === 'KeyP' || event.code === 'Escape') onPause()
    else return
    event.preventDefault()
  })
  addEventListener('keyup', (event) => {
    if (held.delete(event.code)) followKeys()
  })
  addEventListener('blur', letGo)

  field.addEventListener('pointerdown', (event) => {
    if (drag !== null || event.button !== 0) return
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY }
    field.setPointerCapture(event.pointerId)
    stick.style.setProperty('--x', `${event.clientX}px`)
    stick.style.setProperty('--y', `${event.clientY}px`)
    stick.hidden = false
    moveStick(0, 0)
  })
  field.addEventListener('pointermove', (event) => {
    if (drag?.id === event.pointerId) moveStick(event.clientX - drag.x, event.clientY - drag.y)
  })
  for (const end of ['pointerup', 'pointercancel'] as const) {
    field.addEventListener(end, (event) => {
      if (drag?.id === event.pointerId) letGo()
    })
  }

  return { steer: () => steer, letGo }
}
