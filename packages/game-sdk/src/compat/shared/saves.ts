import type { Player, StartData } from '@playhub/contract/bridge-protocol'
import type { Portal } from './portal.ts'

/** All saves of one SDK are one save of the hub. */
export interface SaveMap {
  readonly loaded: Promise<void>
  values(): Readonly<Record<string, unknown>>
  /** Written soon after. Dropped before the save is loaded: some games write an empty state while they start. */
  replace(values: Record<string, unknown>): void
  /** Resolves once the hub has the values. */
  flush(): Promise<void>
}

/** The part of the hub used by this file. */
interface HubSaves {
  saves?: {
    get(key: string): Promise<unknown>
    set(key: string, value: unknown): Promise<unknown>
  }
  onSaves?(listener: (key: string) => void): unknown
  player?: Pick<Player, 'id'>
  onPlayer?(listener: (player: Pick<Player, 'id'>) => void): unknown
}

const DELAY_MS = 1_000

/** @param onLoad  Runs with values new to the game. */
export function openSaves(
  portal: Portal,
  key: string,
  onLoad: (values: Record<string, unknown>) => void = () => {},
): SaveMap {
  const { start } = portal
  let values: Record<string, unknown> = JSON.parse(start?.saves?.[key]?.value ?? '{}')
  onLoad(values)
  // The hub may not know yet what is saved.
  let isLoaded = start?.saves !== undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let leftAt = 0
  const hub = portal.opened.then((opened) => opened as HubSaves | null)

  async function load(): Promise<void> {
    const saved = await (await hub)?.saves?.get(key)
    // The game's own changes since then are newer.
    if (timer !== undefined) return
    values = (saved ?? {}) as typeof values
    onLoad(values)
  }
  const loaded = isLoaded
    ? Promise.resolve()
    : load()
        .catch(warn)
        .then(() => {
          isLoaded = true
        })
  hub.then((opened) => {
    opened?.onSaves?.((changed) => {
      if (changed === key) load().catch(warn)
    })
    let id = opened?.player?.id
    opened?.onPlayer?.((next) => {
      // The game goes on with the values of the player before.
      if (id && next.id !== id) {
        clearTimeout(timer)
        timer = undefined
        location.reload()
      }
      id = next.id
    })
  })

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // Nothing runs after an `await` in a page going away.
    const { saves } = ((portal.hub ?? (await portal.opened)) as HubSaves | null) ?? {}
    try {
      await saves?.set(key, values)
    } catch (error) {
      // Another device was first: the hub keeps its save as an older version, and this one goes on.
      if ((error as { code?: string }).code !== 'SAVE_CONFLICT') throw error
      await saves?.set(key, values)
    }
  }
  function saveNow(): void {
    if (start) start.serverTime = portal.now()
    if (timer === undefined) return
    keepForReload(start, key, values)
    flush().catch(warn)
  }
  // Before a payment the hub unloads the game.
  portal.onPause(saveNow)
  onLeave(() => {
    leftAt = Date.now()
    saveNow()
  })

  return {
    loaded,
    values: () => values,
    replace(next) {
      if (!isLoaded) return console.warn('Playhub: the save is dropped before init')
      values = next
      timer ??= setTimeout(saveNow, DELAY_MS)
      // The timer may never fire.
      if (Date.now() < leftAt + DELAY_MS) saveNow()
    },
    flush,
  }
}

const warn = (error: unknown) => console.warn('Playhub: the save failed', error)

/** Runs before the start data is written back for a reload, and before the game's own listeners. */
function onLeave(run: () => void): void {
  const { navigation } = window as { navigation?: EventTarget }
  navigation?.addEventListener('navigate', run, true)
  for (const event of ['visibilitychange', 'pagehide']) window.addEventListener(event, run, true)
}

/** The hub confirms the save too late for the next page. */
function keepForReload(start: StartData | null, key: string, values: object): void {
  if (!start?.saves) return
  const unsaved = { version: 0, savedAt: Date.now() }
  start.saves[key] = { ...unsaved, ...start.saves[key], value: JSON.stringify(values) }
}
