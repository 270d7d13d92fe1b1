import { type Arena, type Direction, getMultiplier, STEP_S } from './arena.ts'
import { type Foe, removeWhere, type Shot, touches } from './bodies.ts'
import { flyDrone, hurtDrone, isShielded } from './drone.ts'
import { addFoe, moveFoes, pointsFor } from './foes.ts'
import { dropByChance, runPickups } from './pickups.ts'
import { moveShots, removeSpentShots } from './shots.ts'
import { runWaves } from './waves.ts'

const CHAIN_S = 2.5
const SHARDS = 3

/** Advances the run by `STEP_S`. Does nothing after the end. */
export function step(arena: Arena, direction: Direction): void {
  if (arena.phase === 'over') return
  arena.age += STEP_S
  runWaves(arena, STEP_S)
  flyDrone(arena, direction, STEP_S)
  moveFoes(arena, STEP_S)
  moveShots(arena, STEP_S)
  landShots(arena)
  collide(arena)
  runPickups(arena, STEP_S)
  coolChain(arena, STEP_S)
  removeSpentShots(arena)
  removeWhere(arena.foes, ({ health }) => health <= 0)
}

function landShots(arena: Arena): void {
  for (const shot of arena.shots) {
    if (shot.livesFor <= 0) continue
    if (!shot.isHostile) landOnFoe(arena, shot)
    else if (touches(arena.drone, shot)) {
      shot.livesFor = 0
      hurtDrone(arena)
    }
  }
}

function landOnFoe(arena: Arena, shot: Shot): void {
  const foe = arena.foes.find((candidate) => isHere(candidate) && touches(candidate, shot))
  if (!foe) return
  shot.livesFor = 0
  foe.vx += shot.vx * (foe.kind === 'boss' ? 0.004 : 0.09)
  foe.vy += shot.vy * (foe.kind === 'boss' ? 0.004 : 0.09)
  hit(arena, foe, 1)
}

const isHere = (foe: Foe) => foe.entersIn <= 0 && foe.health > 0

function hit(arena: Arena, foe: Foe, damage: number): void {
  foe.health -= damage
  foe.hurtFor = 0.12
  if (foe.health > 0) arena.events.push({ kind: 'hit', x: foe.x, y: foe.y, foe: foe.kind, points: 0 })
  else defeat(arena, foe)
}

function defeat(arena: Arena, foe: Foe): void {
  const points = pointsFor(foe.kind) * getMultiplier(arena)
  arena.score += points
  arena.defeated += 1
  arena.chain += 1
  arena.chainFor = CHAIN_S
  arena.events.push({ kind: 'defeated', x: foe.x, y: foe.y, foe: foe.kind, points })
  dropByChance(arena, foe)
  if (foe.kind === 'splitter') split(arena, foe)
}

function split(arena: Arena, { x, y, side }: Foe): void {
  for (let index = 0; index < SHARDS; index++) {
    const angle = side + (2 * Math.PI * index) / SHARDS
    const shard = addFoe(arena, {
      kind: 'shard',
      x: x + Math.cos(angle) * 20,
      y: y + Math.sin(angle) * 20,
      entersIn: 0,
    })
    shard.vx = Math.cos(angle) * 260
    shard.vy = Math.sin(angle) * 260
  }
}

/** A foe ramming the drone hurts it and is damaged; a shield prevents only the drone's damage. */
function collide(arena: Arena): void {
  const { drone, foes } = arena
  for (const foe of [...foes]) {
    if (!isHere(foe) || !touches(foe, drone)) continue
    const isGuarded = isShielded(drone)
    if (!isGuarded && drone.safeFor > 0) continue
    hurtDrone(arena)
    bounce(arena, foe)
    hit(arena, foe, foe.kind === 'boss' ? 0.5 : 3)
  }
}

function bounce({ drone }: Arena, foe: Foe): void {
  const distance = Math.hypot(drone.x - foe.x, drone.y - foe.y) || 1
  drone.vx += ((drone.x - foe.x) / distance) * 320
  drone.vy += ((drone.y - foe.y) / distance) * 320
}

function coolChain(arena: Arena, seconds: number): void {
  arena.chainFor -= seconds
  if (arena.chainFor <= 0) arena.chain = 0
}
