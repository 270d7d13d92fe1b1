import type { Direction } from './core/arena.ts'

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

/** Distance from the stick's middle to full speed, in CSS pixels. */
const STICK_PX = 56

export interface Controls {
  /** The current direction. Returns the same object each time. */
  direction(): Direction
  /** Releases all keys and the stick. */
  reset(): void
}

interface Deps {
  /** Receives pointer and key events. */
  readonly field: HTMLElement
  /** Drawn at the pointer while it is down. */
  readonly stick: HTMLElement
  onShield(): void
  onPause(): void
}

/** Steering by keys, or by a virtual stick under the pointer. */
export function createControls({ field, stick, onShield, onPause }: Deps): Controls {
  const held = new Set<string>()
  const direction = { x: 0, y: 0 }
  let drag: { id: number; x: number; y: number } | null = null

  function applyKeys(): void {
    direction.x = direction.y = 0
    for (const code of held) {
      const [x, y] = KEYS[code] ?? [0, 0]
      direction.x += x
      direction.y += y
    }
  }

  function moveStick(dx: number, dy: number): void {
    const distance = Math.max(1, Math.hypot(dx, dy) / STICK_PX)
    direction.x = dx / distance / STICK_PX
    direction.y = dy / distance / STICK_PX
    stick.style.setProperty('--dx', `${dx / distance}px`)
    stick.style.setProperty('--dy', `${dy / distance}px`)
  }

  function reset(): void {
    held.clear()
    drag = null
    stick.hidden = true
    applyKeys()
  }

  field.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.code in KEYS) {
      held.add(event.code)
      applyKeys()
    } else if (event.code === 'Space') onShield()
    else if (event.code === 'KeyP' || event.code === 'Escape') onPause()
    else return
    event.preventDefault()
  })
  addEventListener('keyup', (event) => {
    if (held.delete(event.code)) applyKeys()
  })
  addEventListener('blur', reset)

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
      if (drag?.id === event.pointerId) reset()
    })
  }

  return { direction: () => direction, reset }
}
