import { ARENA_RADIUS, type Arena } from './arena.ts'
import { between, type Drone, type Foe, type FoeKind, keepInside, move, steerTo } from './bodies.ts'
import { fire } from './shots.ts'

interface Nature {
  readonly radius: number
  readonly health: number
  readonly speed: number
  readonly points: number
  /** Between two attacks; a foe without attacks has to touch. */
  readonly attackS: number
}

const NATURES: Record<FoeKind, Nature> = {
  chaser: { radius: 22, health: 2, speed: 138, points: 10, attackS: Infinity },
  shooter: { radius: 24, health: 3, speed: 105, points: 20, attackS: 2.1 },
  splitter: { radius: 34, health: 5, speed: 82, points: 15, attackS: Infinity },
  shard: { radius: 15, health: 1, speed: 190, points: 5, attackS: Infinity },
  boss: { radius: 74, health: 42, speed: 64, points: 250, attackS: 1.7 },
}

export const pointsFor = (kind: FoeKind): number => NATURES[kind].points

export const ARRIVAL_S = 0.9
/** For so long before it shoots a foe shows that it will. */
export const WARNING_S = 0.55

interface Entrance {
  readonly kind: FoeKind
  readonly x: number
  readonly y: number
  readonly arrivesIn?: number
}

/** Later waves are quicker, never quicker than the drone; a later boss takes more. */
export function addFoe(arena: Arena, { kind, x, y, arrivesIn = ARRIVAL_S }: Entrance): Foe {
  const { radius, health, speed, attackS } = NATURES[kind]
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
    arrivesIn,
    attackIn: attackS * between(arena.rng, 0.6, 1.1),
    attack: 0,
    hurtFor: 0,
    side: arena.rng.next() < 0.5 ? 1 : -1,
    speed: speed * Math.min(1.45, 1 + 0.035 * (arena.wave - 1)) * between(arena.rng, 0.92, 1.08),
  }
  arena.foes.push(foe)
  return foe
}

function chase(foe: Foe, { x, y }: Drone, seconds: number): void {
  const far = Math.hypot(x - foe.x, y - foe.y) || 1
  steerTo(foe, ((x - foe.x) / far) * foe.speed, ((y - foe.y) / far) * foe.speed, 3.2, seconds)
}

/** Comes to its distance, then circles there. */
function circle(foe: Foe, { x, y }: Drone, wishedFar: number, seconds: number): void {
  const far = Math.hypot(x - foe.x, y - foe.y) || 1
  const [nx, ny] = [(x - foe.x) / far, (y - foe.y) / far]
  const closer = Math.max(-1, Math.min(1, (far - wishedFar) / 60))
  const around = foe.side * (1 - Math.abs(closer) * 0.6)
  steerTo(foe, (nx * closer - ny * around) * foe.speed, (ny * closer + nx * around) * foe.speed, 2.6, seconds)
}

const angleTo = (foe: Foe, { x, y }: Drone): number => Math.atan2(y - foe.y, x - foe.x)

function fan(arena: Arena, foe: Foe, shots: number, spread: number): void {
  const middle = angleTo(foe, arena.drone)
  for (let nth = 0; nth < shots; nth++) fire(arena, foe, middle + spread * (nth - (shots - 1) / 2), true)
}

function ring(arena: Arena, foe: Foe, shots: number): void {
  const first = angleTo(foe, arena.drone) + Math.PI / shots
  for (let nth = 0; nth < shots; nth++) fire(arena, foe, first + (2 * Math.PI * nth) / shots, true)
}

function callHelp(arena: Arena, foe: Foe): void {
  for (const side of [-1, 1]) {
    const x = foe.x + side * 120
    addFoe(arena, { kind: 'chaser', x, y: foe.y })
    arena.happenings.push({ kind: 'portal', x, y: foe.y, foe: 'chaser' })
  }
}

/** Fan, ring, help: always in this order, so that it can be learned. A wounded boss hurries. */
function attackAsBoss(arena: Arena, foe: Foe): void {
  const isWounded = foe.health < foe.fullHealth / 2
  const attack = foe.attack++ % 3
  if (attack === 0) fan(arena, foe, isWounded ? 5 : 3, 0.24)
  if (attack === 1) ring(arena, foe, isWounded ? 16 : 12)
  if (attack === 2) callHelp(arena, foe)
  foe.attackIn = NATURES.boss.attackS * (isWounded ? 0.75 : 1)
}

function attack(arena: Arena, foe: Foe): void {
  if (foe.kind === 'boss') attackAsBoss(arena, foe)
  else {
    fan(arena, foe, arena.wave >= 10 ? 2 : 1, 0.22)
    foe.attackIn = NATURES.shooter.attackS
  }
  arena.happenings.push({ kind: 'foeShot', x: foe.x, y: foe.y })
}

/** Foes give way to each other, so that a crowd stays a crowd and not one dot. */
function partFoes(foes: readonly Foe[]): void {
  for (let i = 0; i < foes.length; i++) {
    for (let j = i + 1; j < foes.length; j++) part(foes[i] as Foe, foes[j] as Foe)
  }
}

function part(a: Foe, b: Foe): void {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const far = Math.hypot(dx, dy) || 1
  const overlap = a.radius + b.radius - far
  if (overlap <= 0) return
  const shareOfB = a.radius ** 2 / (a.radius ** 2 + b.radius ** 2)
  a.x -= (dx / far) * overlap * (1 - shareOfB) * 0.5
  a.y -= (dy / far) * overlap * (1 - shareOfB) * 0.5
  b.x += (dx / far) * overlap * shareOfB * 0.5
  b.y += (dy / far) * overlap * shareOfB * 0.5
}

function actFoe(arena: Arena, foe: Foe, seconds: number): void {
  foe.hurtFor = Math.max(0, foe.hurtFor - seconds)
  foe.arrivesIn -= seconds
  if (foe.arrivesIn > 0) return
  if (foe.kind === 'shooter') circle(foe, arena.drone, 300, seconds)
  else if (foe.kind === 'boss') circle(foe, arena.drone, 230, seconds)
  else chase(foe, arena.drone, seconds)
  move(foe, seconds)
  keepInside(foe, ARENA_RADIUS)
  foe.attackIn -= seconds
  if (foe.attackIn <= 0) attack(arena, foe)
}

export function actFoes(arena: Arena, seconds: number): void {
  const { foes } = arena
  // By index: a boss calls help while the others are acting.
  for (let nth = 0, count = foes.length; nth < count; nth++) actFoe(arena, foes[nth] as Foe, seconds)
  partFoes(foes)
}
