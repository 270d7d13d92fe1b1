import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAccountHub } from './account-hub.ts'
import { type Acknowledged, createDevice, type Network } from './device.ts'

/**
 * Random plays of one game on two devices, with two tabs each: see docs/save-protocol.md. A game with `mergeSave` only adds to a
 * list, so everything confirmed to it must be in the account's list at the end.
 */
type Command =
  | { kind: 'open' | 'write' | 'kill' | 'show'; device: number; tab: number }
  | { kind: 'network'; device: number; network: Network }
  | { kind: 'storage'; device: number; hasStorage: boolean }
  | { kind: 'log in'; device: number; player: string | null }
  | { kind: 'wait'; ms: number }

const device = fc.constantFrom(0, 1)
const tab = fc.constantFrom(0, 1)
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('write' as const), device, tab }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('open' as const, 'kill' as const, 'show' as const),
      device,
      tab,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('network' as const),
      device,
      network: fc.constantFrom('online' as const, 'offline' as const, 'losing responses' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('storage' as const), device, hasStorage: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('log in' as const),
      device,
      player: fc.constantFrom('anna', 'bob', null),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(10, 30, 100, 600, 3_500, 70_000),
    }),
  },
)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

for (const isMerging of [true, false])
  test(`nothing confirmed is lost in a game ${isMerging ? 'with' : 'without'} mergeSave`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 30, maxLength: 60, size: 'max' }), (commands) =>
        run(commands, isMerging),
      ),
      { numRuns: Number(process.env.SAVE_RUNS ?? 25), ...readSeed() },
    )
  })

/** Repeats a failed run. */
function readSeed() {
  const { SAVE_SEED, SAVE_PATH } = process.env
  return { ...(SAVE_SEED && { seed: Number(SAVE_SEED) }), ...(SAVE_PATH && { path: SAVE_PATH }) }
}

async function run(commands: Command[], isMerging: boolean): Promise<void> {
  const hub = createAccountHub()
  const acknowledged: Acknowledged[] = []
  let count = 0
  let tabs = 0
  const nextId = () => `item-${++count}`
  const devices = [0, 1].map(() => createDevice(hub, acknowledged, nextId))
  for (const each of devices) {
    each.player = 'anna'
    await each.open(isMerging, ++tabs)
  }
  for (const step of commands) await apply(step)
  // Everything comes back, and each player who has played opens the game once more.
  for (const each of devices) {
    for (const open of [...each.tabs]) open.kill()
    Object.assign(each, { network: 'online', hasStorage: true })
  }
  for (const player of ['anna', 'bob', 'anna', 'bob'])
    for (const each of devices) {
      each.player = player
      const last = await each.open(isMerging, ++tabs)
      await vi.advanceTimersByTimeAsync(80_000)
      last.kill()
    }
  check()

  async function apply(step: Command): Promise<void> {
    if (step.kind === 'wait') return void (await vi.advanceTimersByTimeAsync(step.ms))
    const target = devices[step.device]
    if (!target) return
    if (step.kind === 'network') {
      target.network = step.network
      if (step.network === 'online') for (const open of target.tabs) open.reconnect()
    } else if (step.kind === 'storage') target.hasStorage = step.hasStorage
    else if (step.kind === 'log in') {
      if (target.player === step.player) return
      target.player = step.player
      for (const open of target.tabs) open.changePlayer()
    } else if (step.kind === 'open') {
      if (target.tabs.length < 2) await target.open(isMerging, ++tabs)
    } else (target.tabs[step.tab] ?? target.tabs[0])?.[step.kind]()
  }

  function check(): void {
    // The page alone chooses what a write follows: versions of the account, and of those a value the game has had.
    expect(hub.faults).toEqual([])
    for (const { before, after } of isMerging ? hub.replaced : [])
      expect(JSON.parse(after ?? '[]')).toEqual(expect.arrayContaining(JSON.parse(before)))
    const players = ['anna', 'bob']
    const stored = players.map(
      (player) => new Set([...hub.read(player).stored].flatMap((text) => JSON.parse(text))),
    )
    const final = players.map((player) => JSON.parse(hub.read(player).saves.progress?.value ?? '[]'))
    for (const { playerId, id, ...write } of acknowledged) {
      const isReplaced = acknowledged.some(({ tab, order }) => tab === write.tab && order > write.order)
      const homes = players.filter((_, place) => stored[place]?.has(id))
      if (playerId !== null)
        expect(
          homes.filter((home) => home !== playerId),
          `${id} of ${playerId}`,
        ).toEqual([])
      // A game without `mergeSave` replaces what it has written before, and a guest's saves have no versions.
      if (!isMerging && (isReplaced || playerId === null)) continue
      expect(homes.length, `${id} ${write.state} for ${playerId}`).toBeGreaterThan(0)
      if (isMerging) expect(final.flat(), `${id} ${write.state} for ${playerId}`).toContain(id)
    }
  }
}
