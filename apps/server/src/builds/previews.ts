import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { loadOrCreateSecret } from '../platform/keys/secrets.ts'

const secretName = 'game-previews'
const lifetimeDays = 7
const format = /^([a-z0-9][a-z0-9-]*)--([1-9]\d{0,8})-([0-9a-z]{1,6})-([0-9a-f]{16})$/

export type Preview = {
  project: string
  number: number
  /** A midnight in UTC, so the links of a day are equal and share the game's storage. */
  expiresAt: number
}

/** The secret behind preview links, shared by every hub on the database. */
export function loadPreviewSecret(db: Db): Promise<string> {
  return loadOrCreateSecret(db, secretName)
}

/** Undefined until a hub has created it; for a process without write access. */
export async function findPreviewSecret(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', secretName).executeTakeFirst()
  return row?.value
}

/**
 * Names a build before players get it, such as `islandm3--7-g1m-0123456789abcdef`: the end of a link on the hub, and
 * the host with storage of its own for its files. Nobody can guess it, and it expires.
 * @param secret  From `loadPreviewSecret`.
 */
export function toPreviewLabel(
  secret: string,
  { project, number }: Pick<Preview, 'project' | 'number'>,
  now: number,
): string {
  const day = Math.floor(now / DAY_MS) + 1 + lifetimeDays
  const signature = sign(secret, { project, number, expiresAt: day * DAY_MS })
  return `${project}--${number}-${day.toString(36)}-${signature}`
}

/** @returns undefined when the text is no label; a label may have a wrong signature or have expired */
export function parsePreviewLabel(
  text: string,
): (Preview & { isValid(secret: string, now: number): boolean }) | undefined {
  const [, project, number, day, signature] = format.exec(text) ?? []
  if (!project || !number || !day || !signature) return undefined
  const preview = { project, number: Number(number), expiresAt: Number.parseInt(day, 36) * DAY_MS }
  return {
    ...preview,
    isValid: (secret, now) =>
      now < preview.expiresAt && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, preview))),
  }
}

function sign(secret: string, { project, number, expiresAt }: Preview): string {
  return createHmac('sha256', secret).update(`${project}:${number}:${expiresAt}`).digest('hex').slice(0, 16)
}
