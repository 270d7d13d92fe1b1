import { type Items, replaceItems } from '../storage.ts'

/** A page's unconfirmed changes. */
interface Entry {
  /** Null for a guest. */
  owner: string | null
  /** Version of the save the changes follow. */
  version: number
  savedAt: number
  /** Hashes of contents possibly stored without a confirmation. */
  hashes: number[]
  /** Null for a removed item. */
  changes: Record<string, string | null>
}

const prefix = 'playhub:unsent:'
const maxHashes = 8

export type LeftItems = Pick<Entry, 'version' | 'savedAt'> & { value: string }

/**
 * Keeps unconfirmed changes in the frame's own storage: the hub's page may end before the last ones reach it. Each page
 * has an entry of its own.
 */
export function createUnsentItems(owner: string | null, store: Storage | undefined) {
  const name = prefix + Math.random().toString(36).slice(2)
  const confirmed = {} as Items
  const sent = new Map<number, Items>()
  /** Entries replaced by this page's own. */
  const taken: string[] = []
  const left = new Map<string, string>()

  return {
    /** Writes the changes down. @returns whether there are any */
    keep(items: Items, version: number): boolean {
      const changes: Entry['changes'] = {}
      for (const key of Object.keys({ ...confirmed, ...items }))
        if (items[key] !== confirmed[key]) changes[key] = items[key] ?? null
      const hashes = [...sent.values()].map((content) => hash(JSON.stringify(content)))
      const entry: Entry = { owner, version, savedAt: Date.now(), hashes, changes }
      const isChanged = Object.keys(changes).length > 0
      try {
        if (isChanged) store?.setItem(name, JSON.stringify(entry))
        else store?.removeItem(name)
        for (const key of taken.splice(0)) store?.removeItem(key)
      } catch {} // full
      return isChanged
    },
    /** @param number  The report with the items. */
    send(items: Items, number: number): void {
      sent.set(number, { ...items })
      sent.delete(number - maxHashes)
    },
    /** The hub has these items. */
    confirm(items: Items): void {
      sent.clear()
      replaceItems(confirmed, items)
    },
    /** The hub has the items of a report. */
    confirmReport(number: number): void {
      const items = sent.get(number)
      if (!items) return
      replaceItems(confirmed, items)
      for (const earlier of sent.keys()) if (earlier <= number) sent.delete(earlier)
    },
    /**
     * Adds what ended pages of this player have left to the items.
     * @param saved  What the hub has; undefined for nothing.
     */
    restore(items: Items, saved = { value: '', version: 0 }): void {
      const savedHash = hash(saved.value)
      for (const key of Object.keys(store ?? {}).filter(isEntry)) {
        const text = store?.[key]
        const entry = readEntry(text)
        if (entry?.owner !== owner) continue
        const isNext = !owner || entry.version === saved.version || entry.hashes.includes(savedHash)
        if (!isNext && !isIncluded(entry.changes, items)) left.set(key, text)
        else {
          apply(entry.changes, items)
          taken.push(key)
        }
      }
    },
    /** @returns what follows another save than the hub has, and no open page has saved meanwhile; null for none */
    takeLeft(items: Items): LeftItems | null {
      const all = { ...items }
      let last: Entry | undefined
      for (const [key, text] of left) {
        if (store?.[key] !== text) continue
        store?.removeItem(key)
        last = JSON.parse(text) as Entry
        apply(last.changes, all)
      }
      return last ? { value: JSON.stringify(all), version: last.version, savedAt: last.savedAt } : null
    },
  }
}

/** The game may write anything here. */
function readEntry(text: string): Entry | undefined {
  try {
    const entry: Entry = JSON.parse(text)
    if (Array.isArray(entry.hashes) && typeof entry.changes === 'object' && entry.changes) return entry
  } catch {}
}

function apply(changes: Entry['changes'], items: Items): void {
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete items[key]
    else items[key] = value
  }
}

const isIncluded = (changes: Entry['changes'], items: Items) =>
  Object.entries(changes).every(([key, value]) => (items[key] ?? null) === value)

export const isEntry = (key: string): boolean => key.startsWith(prefix)

function hash(text: string): number {
  let result = text.length
  for (let index = 0; index < text.length; index++) result = (result * 31 + text.charCodeAt(index)) | 0
  return result
}
