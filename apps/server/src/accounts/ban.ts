import type { AccountRow } from './tables.ts'

/** A ban that has ended needs no change: the player may log in again. */
export function isBanned(
  { bannedAt, bannedUntil }: Pick<AccountRow, 'bannedAt' | 'bannedUntil'>,
  now: number,
): boolean {
  return bannedAt !== null && (bannedUntil === null || bannedUntil > now)
}
