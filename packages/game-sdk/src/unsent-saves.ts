import type { CallParams, SavedValue, StartData } from '@playhub/contract/bridge-protocol'

export type SavesStart = Partial<StartData> & {
  /** The frame's own, from the boot script, in a game whose `localStorage` is a save itself. */
  ownStorage?: Storage | undefined
  /** Restored writes of ended pages, by key: the name of the entry, and the hub's version. */
  restored?: Record<string, { name: string; current: SavedValue | undefined }>
  /** Entries following another save than the hub's, by name. */
  left?: Record<string, string>
}

export interface UnsentSave extends CallParams<'saves.set'> {
  /** The write before, which may have arrived without a confirmation. */
  after: string | null | undefined
}

/** Each page has entries of its own. */
const pageId = Math.random()

/** Puts what ended pages of this player have left into the start data. */
export function restoreSaves(start: SavesStart | null): void {
  if (!start?.saves) return
  const { saves } = start
  const restored: SavesStart['restored'] = {}
  const left: SavesStart['left'] = {}
  Object.assign(start, { restored, left })
  try {
    const store = findStore(start)
    for (const name of Object.keys(store)) {
      if (!name.startsWith(toName(start))) continue
      const text = store[name] ?? ''
      const { key, value, version, after, savedAt = 0 } = JSON.parse(text) as UnsentSave
      const current = saves[key]
      const currentVersion = current?.version ?? 0
      const isNext = currentVersion === version || (current?.value ?? null) === after
      if (isNext && !restored[key]) {
        restored[key] = { name, current }
        if (value === null) delete saves[key]
        else saves[key] = { value, version: currentVersion, savedAt }
      } else if ((current?.value ?? null) === value) delete store[name]
      else left[name] = text
    }
  } catch {} // refused
}

/** Takes what no open page has saved meanwhile. */
export function takeLeft(start: SavesStart): UnsentSave[] {
  return Object.entries(start.left ?? {}).flatMap(([name, text]) => {
    // A frame without storage has nothing left.
    const store = findStore(start)
    if (store[name] !== text) return []
    delete store[name]
    return [JSON.parse(text)]
  })
}

/** Keeps a write until the hub has confirmed it: the hub's page may end before it receives it. */
export function keepUnsent(start: SavesStart, key: string, save?: UnsentSave): void {
  const name = start.restored?.[key]?.name ?? toName(start) + key + pageId
  try {
    const store = findStore(start)
    if (save) store[name] = JSON.stringify(save)
    else delete store[name]
  } catch {} // refused, or full
}

const toName = ({ project, player }: SavesStart) => `playhub:${project?.id}:${player?.id}:`

const findStore = (start: SavesStart) =>
  (start.isStorageSaved ? start.ownStorage : localStorage) as unknown as Record<string, string>
