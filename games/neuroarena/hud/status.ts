import { byId } from '../../kit/hud/dom.ts'
import { type Arena, FULL_HULL, multiplierOf } from '../core/arena.ts'
import type { Texts } from '../texts/index.ts'

export interface Status {
  /** Called for every frame: writes only what has changed. */
  show(arena: Arena, bestScore: number): void
  /** Writes everything once more in other words. */
  speak(texts: Texts): void
}

/** Remembers what was written last, so that sixty frames a second touch the page only when they must. */
function whenChanged(write: (value: number) => void) {
  let last: number | undefined
  return {
    set(value: number) {
      if (last === value) return
      last = value
      write(value)
    },
    again() {
      if (last !== undefined) write(last)
    },
  }
}

function lightHull(left: number, label: string): void {
  const hull = byId('hull')
  hull.setAttribute('aria-label', label)
  hull.classList.toggle('is-low', left === 1)
  for (const [nth, light] of [...hull.children].entries()) light.classList.toggle('is-on', nth < left)
}

function showMultiplier(n: number, words: string): void {
  const chip = byId('multiplier')
  chip.classList.toggle('is-on', n > 1)
  chip.textContent = n > 1 ? words : ''
}

/** The figures over the arena. */
export function createStatus(first: Texts): Status {
  let texts = first
  const write = (id: string, words: string) => {
    byId(id).textContent = words
  }
  const figures = {
    wave: whenChanged((n) => write('wave', texts.wave(Math.max(1, n)))),
    score: whenChanged((n) => write('score', n.toLocaleString(texts.language))),
    best: whenChanged((n) => write('best', n.toLocaleString(texts.language))),
    hull: whenChanged((left) => lightHull(left, texts.hull(left, FULL_HULL))),
    multiplier: whenChanged((n) => showMultiplier(n, texts.multiplier(n))),
  }
  return {
    show(arena, bestScore) {
      figures.wave.set(arena.wave)
      figures.score.set(arena.score)
      figures.best.set(Math.max(bestScore, arena.score))
      figures.hull.set(arena.drone.hull)
      figures.multiplier.set(multiplierOf(arena))
    },
    speak(next) {
      texts = next
      for (const figure of Object.values(figures)) figure.again()
    },
  }
}
