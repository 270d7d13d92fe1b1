import { createClock } from './clock.ts'
import { type Arena, createArena, type Happening, multiplierOf, type Steer } from './core/arena.ts'
import { raiseShield, revive } from './core/drone.ts'
import { step } from './core/step.ts'
import type { Effect, Sound } from './sound.ts'
import type { ArenaView } from './view/arena-view.ts'

/** So long the eye follows the drone's end before the card comes. */
const LAST_LOOK_S = 1

interface Deps {
  readonly view: ArenaView
  readonly sound: Sound
  steer(): Steer
  /** After every frame, with what the run is now. */
  onFrame(arena: Arena): void
  onWave(arena: Arena): void
  onWaveEnd(arena: Arena): void
  onHurt(arena: Arena): void
  onOver(arena: Arena): void
}

/** One run after another on the same canvas: steps, pictures and sounds. */
export interface Run {
  arena(): Arena
  restart(): void
  revive(): void
  /** @returns whether the shield was raised; then one has to be paid for. */
  raiseShield(): boolean
  /** Stands still, or goes on. */
  setRunning(isRunning: boolean): void
  redraw(): void
}

const SOUNDS: Partial<Record<Happening['kind'], Effect>> = {
  shot: 'shot',
  foeShot: 'foeShot',
  hit: 'hit',
  hurt: 'hurt',
  blocked: 'blocked',
  shield: 'shield',
  picked: 'picked',
  portal: 'portal',
  waveStarts: 'wave',
  waveEnds: 'waveEnds',
  over: 'over',
  revived: 'revived',
}

const newSeed = () => Math.floor(Math.random() * 2 ** 32)

export function createRun({ view, sound, ...on }: Deps): Run {
  let arena = createArena(newSeed())
  let lastLook = 0
  const heard = new Set<string>()

  function sing(happening: Happening): void {
    const isDefeat = happening.kind === 'defeated'
    const effect = isDefeat ? (happening.foe === 'boss' ? 'boss' : 'defeated') : SOUNDS[happening.kind]
    // Twelve hits in one frame are one sound.
    if (!effect || heard.has(effect)) return
    heard.add(effect)
    sound.play(effect, multiplierOf(arena))
  }

  function tell(happening: Happening): void {
    view.show(happening, arena)
    sing(happening)
    if (happening.kind === 'waveStarts') on.onWave(arena)
    if (happening.kind === 'waveEnds') on.onWaveEnd(arena)
    if (happening.kind === 'hurt' && arena.drone.hull > 0) on.onHurt(arena)
    if (happening.kind === 'over') lastLook = LAST_LOOK_S
  }

  function tellAll(): void {
    heard.clear()
    for (const happening of arena.happenings) tell(happening)
    arena.happenings.length = 0
  }

  function frame(seconds: number): void {
    tellAll()
    view.draw(arena, seconds)
    on.onFrame(arena)
    if (lastLook <= 0) return
    lastLook -= seconds
    if (lastLook <= 0) on.onOver(arena)
  }

  const clock = createClock(() => step(arena, on.steer()), frame)

  return {
    arena: () => arena,
    restart() {
      arena = createArena(newSeed())
      lastLook = 0
    },
    revive: () => revive(arena),
    raiseShield: () => raiseShield(arena),
    setRunning: clock.setRunning,
    redraw: () => frame(0),
  }
}
