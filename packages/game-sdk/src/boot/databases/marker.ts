import type { Hashes } from './records.ts'

/** In the browser's own `localStorage`, which is read at once. */
export const markerKey = 'playhub:databases'

/** Whose databases this browser has, and what the hub has confirmed of them. */
export interface Marker {
  /** Empty for a guest; null while the data change hands. */
  owner: string | null
  databases: string[]
  hashes: Hashes
}

export function readMarker(storage: Storage): Marker | undefined {
  try {
    return JSON.parse(storage.getItem(markerKey) ?? '') as Marker
  } catch {
    return undefined
  }
}

/** Without room the next start takes what the hub has. */
export function writeMarker(storage: Storage, marker: Marker): void {
  try {
    storage.setItem(markerKey, JSON.stringify(marker))
  } catch {
    storage.removeItem(markerKey)
  }
}
