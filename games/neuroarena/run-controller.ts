import { randomSeed } from '../kit/rng.ts'
import { type Arena, type ArenaEvent, createArena, type Direction, getMultiplier } from './core/arena.ts'
import { raiseShield, revive } from './core/drone.ts'
import { step } from './core/step.ts'
import { createGameLoop } from './game-loop.ts'
import type { Effect, Sound } from './sound.ts'
import type { ArenaView } from './view/arena-view.ts'

/** Delay between a run's end and `onOver`, for the last animation. */
const OVER_DELAY_S = 1

interface Deps {
  readonly view: ArenaView
  readonly sound: Sound
  direction(): Direction
  /** Called after every frame. */
  onFrame(arena: Arena): void
  onWave(arena: Arena): void
  onWaveEnd(arena: Arena): void
  onHurt(arena: Arena): void
  onOver(arena: Arena): void
}

export interface RunController {
  arena(): Arena
  restart(): void
  revive(): void
  /** @returns whether the shield was raised, which costs one. */
  raiseShield(): boolean
  setRunning(isRunning: boolean): void
  redraw(): void
}

/** Runs the arena: steps, drawing and sounds, one run after another on the same canvas. */
export function createRunController({ view, sound, ...on }: Deps): RunController {
  let arena = createArena(randomSeed())
  let overIn = 0
  /** Each effect plays at most once per frame. */
  const played = new Set<Effect>()

  function playSound(event: ArenaEvent): void {
    const effect = event.kind === 'defeated' && event.foe === 'boss' ? 'boss' : event.kind
    if (played.has(effect)) return
    played.add(effect)
    sound.play(effect, getMultiplier(arena))
  }

  function handleEvent(event: ArenaEvent): void {
    view.show(event, arena)
    playSound(event)
    if (event.kind === 'waveStarts') on.onWave(arena)
    if (event.kind === 'waveEnds') on.onWaveEnd(arena)
    if (event.kind === 'hurt' && arena.drone.hull > 0) on.onHurt(arena)
    if (event.kind === 'over') overIn = OVER_DELAY_S
  }

  function handleEvents(): void {
    played.clear()
    for (const event of arena.events) handleEvent(event)
    arena.events.length = 0
  }

  function frame(seconds: number): void {
    handleEvents()
    view.draw(arena, seconds)
    on.onFrame(arena)
    if (overIn <= 0) return
    overIn -= seconds
    if (overIn <= 0) on.onOver(arena)
  }

  const loop = createGameLoop(() => step(arena, on.direction()), frame)

  return {
    arena: () => arena,
    restart() {
      arena = createArena(randomSeed())
      overIn = 0
    },
    revive: () => revive(arena),
    raiseShield: () => raiseShield(arena),
    setRunning: loop.setRunning,
    redraw: () => frame(0),
  }
}
