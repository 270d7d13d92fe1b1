import type { PendingSave, SaveDatabase } from './save-database.ts'

/** This tab, until it is closed or loaded again. */
export const tabId = Math.random().toString(36).slice(2, 12)

const lockPrefix = 'playhub-saves-tab-'
const leaderLock = 'playhub-saves'
/** Missing on pages without HTTPS. */
const locks: LockManager | undefined = globalThis.navigator?.locks

let isHeld = false

/** Shows other tabs that this one sends its own saves. */
export function holdTabLock(): void {
  if (isHeld) return
  isHeld = true
  void locks?.request(lockPrefix + tabId, () => new Promise(() => {}))
}

/** Runs in one tab at a time. The next one's turn comes when it is closed or stops. */
export function leadSaves(lead: () => Promise<void>, signal: AbortSignal): void {
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const run = async () => {
    await lead().catch(() => undefined)
    await stopped
  }
  if (locks) locks.request(leaderLock, { signal }, run).catch(() => undefined)
  else void run()
}

/**
 * Includes games left in this tab.
 * @param project  Null lists every game's.
 */
export async function listLeftSaves(
  database: SaveDatabase,
  playerId: string,
  project: string | null,
): Promise<PendingSave[]> {
  const pending = await database.listPending(playerId).catch(() => [])
  const left = pending.filter((save) => project === null || save.project === project)
  if (left.length === 0) return []
  const { held = [] } = (await locks?.query()) ?? {}
  const isOpen = (tab: string) => held.some(({ name }) => name === lockPrefix + tab)
  return left.filter(({ tab }) => tab === tabId || !isOpen(tab)).sort((a, b) => a.savedAt - b.savedAt)
}
