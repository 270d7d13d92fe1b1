import { expect, test } from 'vitest'
import { ARENA_RADIUS, createArena } from './arena.ts'
import { addFoe, ENTRANCE_S, WARNING_S } from './foes.ts'
import { drop } from './pickups.ts'
import { advance, createFight, dodge } from './testing.ts'
import { listFoes } from './waves.ts'

test('each of the first waves adds a kind of foe, and every fifth wave has a boss', () => {
  expect(new Set(listFoes(1))).toEqual(new Set(['chaser']))
  expect(new Set(listFoes(2))).toEqual(new Set(['chaser', 'shooter']))
  expect(new Set(listFoes(3))).toEqual(new Set(['chaser', 'shooter', 'splitter']))
  expect([5, 10, 15].map((wave) => listFoes(wave)[0])).toEqual(['boss', 'boss', 'boss'])
  expect(listFoes(9).length).toBeGreaterThan(listFoes(4).length)
})

test('every foe enters through a portal, away from the drone', () => {
  const arena = createArena(5)
  advance(arena, 1.25)
  expect(arena.foes.length).toBeGreaterThan(0)
  for (const foe of arena.foes) {
    expect(foe.entersIn).toBeGreaterThan(ENTRANCE_S / 2)
    expect(Math.hypot(foe.x - arena.drone.x, foe.y - arena.drone.y)).toBeGreaterThan(240)
  }
})

test('a splitter splits into three', () => {
  const arena = createFight()
  Object.assign(addFoe(arena, { kind: 'splitter', x: 0, y: -150, entersIn: 0 }), { health: 1 })
  advance(arena, 0.45)
  expect(arena.foes.map(({ kind }) => kind)).toEqual(['shard', 'shard', 'shard'])
})

test('a shooter keeps its distance and shoots only after a warning', () => {
  const arena = createFight()
  arena.drone.shieldFor = 60
  const shooter = Object.assign(addFoe(arena, { kind: 'shooter', x: 300, y: 0, entersIn: 0 }), {
    health: 1e6,
  })
  while (shooter.attackIn > WARNING_S) advance(arena, 0.02)
  expect(arena.shots.some(({ isHostile }) => isHostile)).toBe(false)
  expect(advance(arena, WARNING_S + 0.1).map(({ kind }) => kind)).toContain('foeShot')
  advance(arena, 6)
  expect(Math.hypot(shooter.x - arena.drone.x, shooter.y - arena.drone.y)).toBeGreaterThan(150)
})

test('the boss attacks in a fixed order: fan, ring, chasers', () => {
  const arena = createFight()
  arena.drone.shieldFor = 60
  const boss = addFoe(arena, { kind: 'boss', x: 0, y: -300, entersIn: 0 })
  boss.health = 1e6
  const shotsAfterAttack = () => {
    boss.attackIn = 0
    for (const shot of arena.shots) shot.livesFor = 0
    advance(arena, 0.02)
    return arena.shots.filter(({ isHostile }) => isHostile).length
  }
  expect([shotsAfterAttack(), shotsAfterAttack()]).toEqual([3, 12])
  shotsAfterAttack()
  expect(arena.foes.map(({ kind }) => kind)).toEqual(['boss', 'chaser', 'chaser'])
})

test('a near drone attracts pick-ups: repair, rapid fire and triple shots', () => {
  const arena = createFight()
  arena.drone.hull = 2
  for (const kind of ['repair', 'rapid', 'triple'] as const)
    drop(arena, { x: arena.drone.x + 60, y: arena.drone.y }, kind)
  advance(arena, 1)
  expect(arena.drone.hull).toBe(3)
  expect(arena.drone.rapidFor).toBeGreaterThan(0)
  expect(arena.drone.tripleFor).toBeGreaterThan(0)
})

test('bodies stay inside the arena, and shots are reused', () => {
  const arena = createArena(11)
  for (let second = 0; second < 60; second++) {
    advance(arena, 1, dodge)
    for (const { x, y, radius } of [arena.drone, ...arena.foes])
      expect(Math.hypot(x, y) + radius).toBeLessThan(ARENA_RADIUS + 60)
  }
  expect(arena.shots.length + arena.spentShots.length).toBeLessThan(120)
})
