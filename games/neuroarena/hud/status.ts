import { byId } from '../../kit/hud/dom.ts'
import { type Arena, FULL_HULL, getMultiplier } from '../core/arena.ts'
import type { Messages } from '../messages/en.ts'

export interface Status {
  /** Called for every frame; writes only what has changed. */
  show(arena: Arena, bestScore: number): void
  /** Rewrites everything after a language change. */
  rewrite(): void
}

const BANNER_MS = 2000
let bannerTimer: ReturnType<typeof setTimeout> | undefined

/** Creates the figures above the arena. */
export function createStatus(messages: () => Messages): Status {
  const write = (id: string, text: string) => {
    byId(id).textContent = text
  }
  const figures = {
    wave: whenChanged((n) => write('wave', messages().wave(Math.max(1, n)))),
    score: whenChanged((n) => write('score', n.toLocaleString(messages().language))),
    best: whenChanged((n) => write('best', n.toLocaleString(messages().language))),
    hull: whenChanged((left) => showHull(left, messages().hull(left, FULL_HULL))),
    multiplier: whenChanged((n) => showMultiplier(n, messages().multiplier(n))),
  }
  return {
    show(arena, bestScore) {
      figures.wave.set(arena.wave)
      figures.score.set(arena.score)
      figures.best.set(Math.max(bestScore, arena.score))
      figures.hull.set(arena.drone.hull)
      figures.multiplier.set(getMultiplier(arena))
    },
    rewrite() {
      for (const figure of Object.values(figures)) figure.rewrite()
    },
  }
}

/** Calls `write` only for a changed value. */
function whenChanged(write: (value: number) => void) {
  let last: number | undefined
  return {
    set(value: number) {
      if (last === value) return
      last = value
      write(value)
    },
    rewrite() {
      if (last !== undefined) write(last)
    },
  }
}

function showHull(left: number, label: string): void {
  const hull = byId('hull')
  hull.setAttribute('aria-label', label)
  hull.classList.toggle('is-low', left === 1)
  for (const [index, light] of [...hull.children].entries()) light.classList.toggle('is-on', index < left)
}

function showMultiplier(n: number, label: string): void {
  const chip = byId('multiplier')
  chip.classList.toggle('is-on', n > 1)
  chip.textContent = n > 1 ? label : ''
}

/** Shows large text over the arena for a moment. Hidden from screen readers: call `announce` as well. */
export function showBanner(text: string, isBoss: boolean): void {
  const banner = byId('banner')
  banner.hidden = true
  banner.textContent = text
  banner.classList.toggle('is-boss', isBoss)
  void banner.offsetWidth // forces a reflow, which restarts the animation
  banner.hidden = false
  clearTimeout(bannerTimer)
  bannerTimer = setTimeout(() => {
    banner.hidden = true
  }, BANNER_MS)
}
