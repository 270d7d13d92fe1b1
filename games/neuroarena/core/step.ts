import { type Arena, multiplierOf, STEP_S, type Steer } from './arena.ts'
import { type Foe, type Shot, sweep, touches } from './bodies.ts'
import { flyDrone, hurtDrone, isShielded } from './drone.ts'
import { actFoes, addFoe, pointsFor } from './foes.ts'
import { maybeDrop, runPickups } from './pickups.ts'
import { moveShots, sweepShots } from './shots.ts'
import { runWaves } from './waves.ts'

const CHAIN_S = 2.5
const SHARDS = 3

const isHere = (foe: Foe) => foe.arrivesIn <= 0 && foe.health > 0

function hit(arena: Arena, foe: Foe, damage: number): void {
  foe.health -= damage
  foe.hurtFor = 0.12
  if (foe.health > 0) arena.happenings.push({ kind: 'hit', x: foe.x, y: foe.y, foe: foe.kind, points: 0 })
  else defeat(arena, foe)
}

function defeat(arena: Arena, foe: Foe): void {
  const points = pointsFor(foe.kind) * multiplierOf(arena)
  arena.score += points
  arena.defeated += 1
  arena.chain += 1
  arena.chainFor = CHAIN_S
  arena.happenings.push({ kind: 'defeated', x: foe.x, y: foe.y, foe: foe.kind, points })
  maybeDrop(arena, foe)
  if (foe.kind === 'splitter') split(arena, foe)
}

function split(arena: Arena, { x, y, side }: Foe): void {
  for (let nth = 0; nth < SHARDS; nth++) {
    const angle = side + (2 * Math.PI * nth) / SHARDS
    const shard = addFoe(arena, {
      kind: 'shard',
      x: x + Math.cos(angle) * 20,
      y: y + Math.sin(angle) * 20,
      arrivesIn: 0,
    })
    shard.vx = Math.cos(angle) * 260
    shard.vy = Math.sin(angle) * 260
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

/** Who rams the drone hurts it and breaks on it; on a shield it breaks for nothing. */
function collide(arena: Arena): void {
  const { drone, foes } = arena
  for (let nth = 0, count = foes.length; nth < count; nth++) {
    const foe = foes[nth] as Foe
    if (!isHere(foe) || !touches(foe, drone)) continue
    const isGuarded = isShielded(drone)
    if (!isGuarded && drone.safeFor > 0) continue
    hurtDrone(arena)
    bounce(arena, foe)
    hit(arena, foe, foe.kind === 'boss' ? 0.5 : 3)
  }
}

function bounce({ drone }: Arena, foe: Foe): void {
  const far = Math.hypot(drone.x - foe.x, drone.y - foe.y) || 1
  drone.vx += ((drone.x - foe.x) / far) * 320
  drone.vy += ((drone.y - foe.y) / far) * 320
}

function coolChain(arena: Arena, seconds: number): void {
  arena.chainFor -= seconds
  if (arena.chainFor <= 0) arena.chain = 0
}

/** Advances the run by one step of `STEP_S`. After the end nothing moves any more. */
export function step(arena: Arena, steer: Steer): void {
  if (arena.phase === 'over') return
  arena.age += STEP_S
  runWaves(arena, STEP_S)
  flyDrone(arena, steer, STEP_S)
  actFoes(arena, STEP_S)
  moveShots(arena, STEP_S)
  landShots(arena)
  collide(arena)
  runPickups(arena, STEP_S)
  coolChain(arena, STEP_S)
  sweepShots(arena)
  sweep(arena.foes, ({ health }) => health <= 0)
}
