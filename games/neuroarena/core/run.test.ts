import { expect, test } from 'vitest'
import { createArena, FULL_HULL } from './arena.ts'
import { raiseShield, revive } from './drone.ts'
import { addFoe } from './foes.ts'
import { advance, createFight, dodge } from './testing.ts'

test('the same seed and the same directions give the same run', () => {
  const [one, other] = [createArena(7), createArena(7)]
  expect(advance(one, 40, dodge)).toEqual(advance(other, 40, dodge))
  expect(one.score).toBe(other.score)
  const third = createArena(8)
  expect(advance(third, 40, dodge)).not.toEqual([])
  expect(third.foes).not.toEqual(one.foes)
})

test('a run lasts one to three minutes with dodging, and less without', () => {
  const ages = [1, 2, 3, 4].map((seed) => {
    const arena = createArena(seed)
    advance(arena, 240, dodge)
    return arena.age
  })
  for (const age of ages) {
    expect(age).toBeGreaterThan(60)
    expect(age).toBeLessThan(180)
  }
  const idle = createArena(1)
  advance(idle, 60)
  expect(idle.phase).toBe('over')
})

test('a hit removes one point of the hull and makes the drone briefly invulnerable', () => {
  const arena = createFight()
  const { x, y } = arena.drone
  for (const side of [-1, 1]) addFoe(arena, { kind: 'chaser', x: x + 30 * side, y, entersIn: 0 })
  advance(arena, 0.5)
  expect(arena.drone.hull).toBe(FULL_HULL - 1)
})

test('a shield prevents damage', () => {
  const arena = createFight()
  expect(raiseShield(arena)).toBe(true)
  expect(raiseShield(arena)).toBe(false)
  const { x, y } = arena.drone
  addFoe(arena, { kind: 'chaser', x: x + 30, y, entersIn: 0 })
  const kinds = advance(arena, 1).map(({ kind }) => kind)
  expect(kinds).toContain('blocked')
  expect(arena.drone.hull).toBe(FULL_HULL)
})

test('a lost run stops until it is revived, and keeps wave and score', () => {
  const arena = createArena(3)
  advance(arena, 120)
  const { wave, score } = arena
  expect(advance(arena, 5)).toEqual([])
  revive(arena)
  expect(arena).toMatchObject({ phase: 'fight', wave, score, drone: { hull: FULL_HULL } })
  advance(arena, 1)
  expect(arena.drone.hull).toBe(FULL_HULL)
})

test('a chain of defeated foes multiplies points until the drone is hit', () => {
  const arena = createFight()
  for (let index = 0; index < 5; index++)
    addFoe(arena, { kind: 'shard', x: 150 + 40 * index, y: 120, entersIn: 0 })
  const points = advance(arena, 3).flatMap((event) => (event.kind === 'defeated' ? [event.points] : []))
  expect(points).toEqual([5, 5, 5, 5, 10])
  const { drone } = arena
  addFoe(arena, { kind: 'boss', x: drone.x, y: drone.y, entersIn: 0 })
  advance(arena, 0.05)
  expect(arena.chain).toBe(0)
})
