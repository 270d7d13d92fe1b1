import { ARENA_RADIUS, type Arena, REST_S } from './arena.ts'
import { between, type FoeKind } from './bodies.ts'
import { addFoe } from './foes.ts'

const COST: Partial<Record<FoeKind, number>> = { chaser: 1, shooter: 2, splitter: 2 }
const SQUAD_S = 2.6

export const isBossWave = (wave: number): boolean => wave % 5 === 0

/** A wave's foes. Deterministic: every run has the same waves. */
export function listFoes(wave: number): FoeKind[] {
  if (isBossWave(wave)) return ['boss', ...Array<FoeKind>(wave / 5 + 1).fill('chaser')]
  const kinds = listUnlockedKinds(wave)
  const foes: FoeKind[] = []
  let budget = 2 + 2 * wave
  for (let index = 0; budget > 0; index++) {
    const kind = kinds[index % kinds.length] ?? 'chaser'
    const affordable = (COST[kind] ?? 1) <= budget ? kind : 'chaser'
    foes.push(affordable)
    budget -= COST[affordable] ?? 1
  }
  return foes
}

/** One new foe kind per wave, then all of them. */
const listUnlockedKinds = (wave: number): readonly FoeKind[] =>
  (['chaser', 'shooter', 'splitter'] as const).slice(0, wave)

/** Alternates rests and waves. A wave enters in squads, the next one early when the arena is empty. */
export function runWaves(arena: Arena, seconds: number): void {
  if (arena.phase === 'rest') {
    arena.restFor -= seconds
    if (arena.restFor <= 0) startWave(arena)
    return
  }
  const isEmpty = arena.foes.length === 0
  arena.nextSquadIn -= seconds
  if (arena.waiting.length > 0 && (isEmpty || arena.nextSquadIn <= 0)) sendSquad(arena)
  else if (isEmpty) endWave(arena)
}

function startWave(arena: Arena): void {
  arena.wave += 1
  arena.phase = 'fight'
  arena.waiting.push(...listFoes(arena.wave).reverse())
  arena.events.push({ kind: 'waveStarts', wave: arena.wave })
  sendSquad(arena)
}

function sendSquad(arena: Arena): void {
  for (let left = squadSize(arena.wave); left > 0 && arena.waiting.length > 0; left--) {
    const kind = arena.waiting.pop() as FoeKind
    const { x, y } = entrance(arena, kind === 'boss' ? 160 : 60)
    addFoe(arena, { kind, x, y })
    arena.events.push({ kind: 'portal', x, y, foe: kind })
  }
  arena.nextSquadIn = SQUAD_S
}

const squadSize = (wave: number): number => 3 + Math.floor(wave / 3)

/** A position near the rim, away from the drone. */
function entrance(arena: Arena, margin: number): { x: number; y: number } {
  const { drone, rng } = arena
  const opposite = Math.atan2(-drone.y, -drone.x)
  const angle = opposite + between(rng, -1.9, 1.9)
  const distance = ARENA_RADIUS - margin - between(rng, 0, 90)
  return { x: Math.cos(angle) * distance, y: Math.sin(angle) * distance }
}

function endWave(arena: Arena): void {
  arena.phase = 'rest'
  arena.restFor = REST_S
  arena.score += 25 * arena.wave
  for (const shot of arena.shots) if (shot.isHostile) shot.livesFor = 0
  arena.events.push({ kind: 'waveEnds', wave: arena.wave })
}
