import { ARENA_RADIUS, type Arena } from './arena.ts'
import { accelerateTowards, between, type Drone, type Foe, type FoeKind, keepInside, move } from './bodies.ts'
import { fire } from './shots.ts'

interface FoeStats {
  readonly radius: number
  readonly health: number
  readonly speed: number
  readonly points: number
  /** Seconds between two attacks; Infinity for a ramming foe. */
  readonly attackS: number
}

const FOE_STATS: Record<FoeKind, FoeStats> = {
  chaser: { radius: 22, health: 2, speed: 138, points: 10, attackS: Infinity },
  shooter: { radius: 24, health: 3, speed: 105, points: 20, attackS: 2.1 },
  splitter: { radius: 34, health: 5, speed: 82, points: 15, attackS: Infinity },
  shard: { radius: 15, health: 1, speed: 190, points: 5, attackS: Infinity },
  boss: { radius: 74, health: 42, speed: 64, points: 250, attackS: 1.7 },
}

export const ENTRANCE_S = 0.9
/** Warning length before an attack. */
export const WARNING_S = 0.55

interface Entrance {
  readonly kind: FoeKind
  readonly x: number
  readonly y: number
  readonly entersIn?: number
}

export const pointsFor = (kind: FoeKind): number => FOE_STATS[kind].points

/** Adds a foe. Speed rises with the wave, below the drone's; a boss's health rises too. */
export function addFoe(arena: Arena, { kind, x, y, entersIn = ENTRANCE_S }: Entrance): Foe {
  const { radius, health, speed, attackS } = FOE_STATS[kind]
  const fullHealth = kind === 'boss' ? health + 14 * (arena.wave / 5 - 1) : health
  const foe: Foe = {
    id: arena.nextId++,
    kind,
    x,
    y,
    vx: 0,
    vy: 0,
    radius,
    health: fullHealth,
    fullHealth,
    entersIn,
    attackIn: attackS * between(arena.rng, 0.6, 1.1),
    attack: 0,
    hurtFor: 0,
    side: arena.rng.next() < 0.5 ? 1 : -1,
    speed: speed * Math.min(1.45, 1 + 0.035 * (arena.wave - 1)) * between(arena.rng, 0.92, 1.08),
  }
  arena.foes.push(foe)
  return foe
}

function attack(arena: Arena, foe: Foe): void {
  if (foe.kind === 'boss') attackAsBoss(arena, foe)
  else {
    fan(arena, foe, arena.wave >= 10 ? 2 : 1, 0.22)
    foe.attackIn = FOE_STATS.shooter.attackS
  }
  arena.events.push({ kind: 'foeShot', x: foe.x, y: foe.y })
}

/** Fan, ring, chasers: a fixed order players can learn. Below half health it attacks faster. */
function attackAsBoss(arena: Arena, foe: Foe): void {
  const isWounded = foe.health < foe.fullHealth / 2
  const attack = foe.attack++ % 3
  if (attack === 0) fan(arena, foe, isWounded ? 5 : 3, 0.24)
  if (attack === 1) ring(arena, foe, isWounded ? 16 : 12)
  if (attack === 2) callChasers(arena, foe)
  foe.attackIn = FOE_STATS.boss.attackS * (isWounded ? 0.75 : 1)
}

function fan(arena: Arena, foe: Foe, shots: number, spread: number): void {
  const middle = angleTo(foe, arena.drone)
  for (let index = 0; index < shots; index++)
    fire(arena, foe, middle + spread * (index - (shots - 1) / 2), true)
}

const angleTo = (foe: Foe, { x, y }: Drone): number => Math.atan2(y - foe.y, x - foe.x)

function ring(arena: Arena, foe: Foe, shots: number): void {
  const first = angleTo(foe, arena.drone) + Math.PI / shots
  for (let index = 0; index < shots; index++) fire(arena, foe, first + (2 * Math.PI * index) / shots, true)
}

function callChasers(arena: Arena, foe: Foe): void {
  for (const side of [-1, 1]) {
    const x = foe.x + side * 120
    addFoe(arena, { kind: 'chaser', x, y: foe.y })
    arena.events.push({ kind: 'portal', x, y: foe.y, foe: 'chaser' })
  }
}

export function moveFoes(arena: Arena, seconds: number): void {
  const { foes } = arena
  // A copy, because a boss adds foes meanwhile.
  for (const foe of [...foes]) moveFoe(arena, foe, seconds)
  separateFoes(foes)
}

function moveFoe(arena: Arena, foe: Foe, seconds: number): void {
  foe.hurtFor = Math.max(0, foe.hurtFor - seconds)
  foe.entersIn -= seconds
  if (foe.entersIn > 0) return
  if (foe.kind === 'shooter') circle(foe, arena.drone, 300, seconds)
  else if (foe.kind === 'boss') circle(foe, arena.drone, 230, seconds)
  else chase(foe, arena.drone, seconds)
  move(foe, seconds)
  keepInside(foe, ARENA_RADIUS)
  foe.attackIn -= seconds
  if (foe.attackIn <= 0) attack(arena, foe)
}

/** Approaches to a distance, then circles at it. */
function circle(foe: Foe, { x, y }: Drone, orbit: number, seconds: number): void {
  const distance = Math.hypot(x - foe.x, y - foe.y) || 1
  const [nx, ny] = [(x - foe.x) / distance, (y - foe.y) / distance]
  const closer = Math.max(-1, Math.min(1, (distance - orbit) / 60))
  const around = foe.side * (1 - Math.abs(closer) * 0.6)
  accelerateTowards(
    foe,
    (nx * closer - ny * around) * foe.speed,
    (ny * closer + nx * around) * foe.speed,
    2.6,
    seconds,
  )
}

function chase(foe: Foe, { x, y }: Drone, seconds: number): void {
  const distance = Math.hypot(x - foe.x, y - foe.y) || 1
  accelerateTowards(
    foe,
    ((x - foe.x) / distance) * foe.speed,
    ((y - foe.y) / distance) * foe.speed,
    3.2,
    seconds,
  )
}

/** Pushes overlapping foes apart. */
function separateFoes(foes: readonly Foe[]): void {
  for (let i = 0; i < foes.length; i++) {
    for (let j = i + 1; j < foes.length; j++) separate(foes[i] as Foe, foes[j] as Foe)
  }
}

function separate(a: Foe, b: Foe): void {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const distance = Math.hypot(dx, dy) || 1
  const overlap = a.radius + b.radius - distance
  if (overlap <= 0) return
  const shareB = a.radius ** 2 / (a.radius ** 2 + b.radius ** 2)
  a.x -= (dx / distance) * overlap * (1 - shareB) * 0.5
  a.y -= (dy / distance) * overlap * (1 - shareB) * 0.5
  b.x += (dx / distance) * overlap * shareB * 0.5
  b.y += (dy / distance) * overlap * shareB * 0.5
}
