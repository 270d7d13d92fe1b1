import type { CallParams, SavedValue, StartData } from '@playhub/contract/bridge'
import { vi } from 'vitest'
import type { GameSaves } from '../../../src/play/saves/game-saves.ts'
import type { SaveApi, WriteResult } from '../../../src/play/saves/save-api.ts'
import type { SaveDatabase } from '../../../src/play/saves/save-database.ts'
import { createMemoryDatabase } from '../memory-database.ts'
import type { createAccountHub } from './account-hub.ts'

type AccountHub = ReturnType<typeof createAccountHub>
export type Network = 'online' | 'offline' | 'losing responses'

export type Acknowledged = {
  playerId: string | null
  id: string
  state: 'saved' | 'queued'
  tab: number
  /** Position among the writes of the tab. */
  order: number
}

const LATENCY_MS = 20
const project = 'island'
const key = 'progress'

/**
 * A browser with the hub's page and the game's frame in each tab. Each tab has modules of its own, as in a browser: tabs
 * are told apart by values drawn when a module loads.
 */
export function createDevice(hub: AccountHub, acknowledged: Acknowledged[], nextId: () => string) {
  const stored = createMemoryDatabase()
  const frame: Record<string, string> = {}
  const locks = createLocks()
  const channels = new Set<FakeChannel>()
  /** Versions that a page has sent to its frame. A frame names no others. */
  const sentVersions = new Set([0])
  const markSent = (saves: Record<string, Pick<SavedValue, 'version'> | null> = {}) => {
    for (const save of Object.values(saves)) sentVersions.add(save?.version ?? 0)
  }
  const device = {
    player: null as string | null,
    network: 'online' as Network,
    hasStorage: true,
    tabs: [] as Tab[],
    open,
  }
  type Tab = Awaited<ReturnType<typeof open>>

  class FakeChannel {
    onmessage: ((event: { data: unknown }) => void) | null = null
    constructor() {
      channels.add(this)
    }
    postMessage(data: unknown): void {
      for (const other of channels) if (other !== this) setTimeout(() => other.onmessage?.({ data }))
    }
    close(): void {
      channels.delete(this)
    }
  }

  /** A closed tab never gets the result it awaits. */
  const never = () => new Promise<never>(() => {})

  async function open(isMerging: boolean, number: number) {
    let isDead = false
    const until = async <T>(promise: Promise<T>): Promise<T> => {
      try {
        const value = await promise
        return isDead ? never() : value
      } catch (error) {
        if (isDead) return never()
        throw error
      }
    }
    /** Messages of the page arrive in their order. */
    const toGame = (run: () => void) => void setTimeout(() => isDead || run())
    const page = Object.assign(new EventTarget(), { hidden: false })
    const own = locks.forTab()
    vi.stubGlobal('document', page)
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('BroadcastChannel', FakeChannel)
    vi.stubGlobal('navigator', { locks: own })
    vi.resetModules()
    const { createGameSaves } = await import('../../../src/play/saves/game-saves.ts')
    const { createSaves } = await import('../../../../../packages/game-sdk/src/saves.ts')
    const { restoreSaves } = await import('../../../../../packages/game-sdk/src/unsent-saves.ts')
    const { PlayhubError } = await import('../../../../../packages/game-sdk/src/transport.ts')

    let isConnected = false
    const saves: GameSaves = createGameSaves({
      project,
      getPlayerId: () => device.player,
      database: limitDatabase(() => isDead),
      api: createApi(until),
      onChange: (update) => {
        markSent(update.saves)
        if (isConnected) toGame(() => game.receive(update))
      },
      onLeft: () => {},
      onStorage: () => {},
    })
    let items = new Set<string>()
    let order = 0
    const playerId = device.player
    /** The player whose items the game has. */
    let owner = playerId
    const given =
      device.network === 'online' && playerId !== null ? structuredClone(hub.read(playerId).saves) : {}
    const start = { player: { id: playerId as string, name: '', isGuest: false }, saves: given }
    await runUntilDone(saves.open(device.network === 'online' ? start : null, async () => 'account'))
    saves.setMergedByGame(isMerging)
    const startData = {
      ...saves.startData(),
      project: { id: project },
      player: { id: playerId ?? 'guest' },
      isStorageSaved: true,
      ownStorage: limitStorage(),
    } as unknown as StartData
    markSent(startData.saves)
    restoreSaves(startData)
    const game = createSaves({
      transport: {
        async call(name: string, params: CallParams<'saves.set'>) {
          await Promise.resolve()
          if (isDead) return never()
          if (name === 'saves.set' && !sentVersions.has(params.version))
            hub.faults.push(`a frame names ${params.version}, which no page has sent it`)
          try {
            const reply = <T>(result: T) => new Promise<T>((resolve) => toGame(() => resolve(result)))
            if (name === 'saves.list') {
              const listed = await until(saves.list())
              markSent(listed)
              return await reply(listed)
            }
            const result = await until(saves.set(params))
            markSent({ [key]: result })
            return await reply(result)
          } catch (error) {
            const { code, message, current } = error as InstanceType<typeof PlayhubError>
            markSent({ [key]: current ?? null })
            return new Promise((_resolve, reject) => {
              toGame(() => reject(new PlayhubError(code, message, current)))
            })
          }
        },
      } as never,
      start: startData,
      mergeSave: isMerging
        ? (_key, { mine, theirs }) => [...new Set([...(theirs ?? []), ...(mine ?? [])])]
        : undefined,
      onChange: () => void Promise.resolve().then(read),
    })
    isConnected = true
    async function read(): Promise<void> {
      const reader = owner
      const value = await game.api.get<string[]>(key).catch(() => null)
      if (!isDead && owner === reader)
        items = isMerging ? new Set([...items, ...(value ?? [])]) : new Set(value)
    }
    await runUntilDone(read())

    const tab = {
      number,
      write(): void {
        const id = nextId()
        items.add(id)
        const entry = { playerId: owner, id, tab: number, order: order++ }
        game.api.set(key, [...items]).then(
          ({ state }) => void (isDead || acknowledged.push({ ...entry, state })),
          () => {},
        )
      },
      show: () => page.dispatchEvent(new Event('visibilitychange')),
      reconnect: () => page.dispatchEvent(new Event('online')),
      changePlayer(): void {
        const { player } = device
        toGame(() => {
          owner = player
          items = new Set()
          game.reset()
          Object.assign(startData, { player: { id: owner ?? 'guest' } })
          void read()
        })
      },
      kill(): void {
        isDead = true
        saves.close()
        own.release()
        device.tabs = device.tabs.filter((other) => other !== tab)
      },
    }
    device.tabs.push(tab)
    return tab
  }

  function limitDatabase(isDead: () => boolean): SaveDatabase {
    return new Proxy(stored.database, {
      get:
        (target, name: keyof SaveDatabase) =>
        async (...args: never[]) => {
          if (isDead()) return never()
          if (!device.hasStorage) throw new DOMException('Refused', 'SecurityError')
          const result = await (target[name] as (...given: never[]) => unknown)(...args)
          return isDead() ? never() : structuredClone(result)
        },
    })
  }

  function limitStorage(): unknown {
    const { hasStorage } = device
    const check = () => {
      if (!hasStorage) throw new DOMException('Refused', 'SecurityError')
      return true
    }
    return new Proxy(frame, {
      get: (target, name) => check() && Reflect.get(target, name),
      set: (target, name, value) => check() && Reflect.set(target, name, value),
      deleteProperty: (target, name) => check() && Reflect.deleteProperty(target, name),
      ownKeys: (target) => (check() ? Reflect.ownKeys(target) : []),
    })
  }

  function createApi(until: <T>(promise: Promise<T>) => Promise<T>): SaveApi {
    /** @param run  Happens on the hub, whatever becomes of the response. */
    async function request<T>(run: (playerId: string) => T): Promise<T> {
      const { player } = device
      await sleep(LATENCY_MS)
      if (device.network === 'offline' || player === null) throw new Error('Unreachable')
      const result = run(player)
      await sleep(LATENCY_MS)
      if (device.network !== 'online') throw new Error('Lost')
      return structuredClone(result)
    }
    return {
      list: () => until(request((player) => hub.read(player).saves)),
      write: (save) =>
        until(request((player) => hub.write(player, save)).catch((): WriteResult => ({ kind: 'failed' }))),
      merge: (_project, guestSaves) => until(request((player) => hub.merge(player, guestSaves))),
    }
  }

  return device
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Moves the clock until the promise is done. */
async function runUntilDone<T>(promise: Promise<T>): Promise<T> {
  let isDone = false
  const mark = () => {
    isDone = true
  }
  promise.then(mark, mark)
  for (let passes = 0; !isDone && passes < 200; passes++) await vi.advanceTimersByTimeAsync(LATENCY_MS)
  return promise
}

/** Web Locks of one browser. A closed tab's are released. */
function createLocks() {
  const held = new Map<string, object>()
  const waiting: { name: string; tab: object; grant(): void }[] = []
  const grantNext = () => {
    for (const request of [...waiting]) {
      if (held.has(request.name)) continue
      waiting.splice(waiting.indexOf(request), 1)
      held.set(request.name, request.tab)
      request.grant()
    }
  }
  return {
    forTab() {
      const tab = {}
      return {
        async request(name: string, ...rest: unknown[]): Promise<void> {
          const run = rest.at(-1) as () => Promise<unknown>
          await new Promise<void>((grant) => {
            waiting.push({ name, tab, grant })
            grantNext()
          })
          await run()
          if (held.get(name) === tab) held.delete(name)
          grantNext()
        },
        query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }),
        release(): void {
          for (const [name, owner] of held) if (owner === tab) held.delete(name)
          for (const request of [...waiting])
            if (request.tab === tab) waiting.splice(waiting.indexOf(request), 1)
          grantNext()
        },
      }
    },
  }
}
