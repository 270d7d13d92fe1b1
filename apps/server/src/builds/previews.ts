import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../platform/database/database.ts'
import { type GameHosting, toGameUrl } from '../platform/game-hosting.ts'
import { loadOrCreateSecret } from '../platform/keys/secrets.ts'

const secretName = 'game-previews'
const label = /^([a-z0-9][a-z0-9-]*)--([1-9]\d{0,8})-([0-9a-f]{16})$/

export type Preview = { project: string; number: number }

/** The secret that makes preview addresses unguessable, shared by every hub on the database. */
export function loadPreviewSecret(db: Db): Promise<string> {
  return loadOrCreateSecret(db, secretName)
}

/** Undefined until a hub has created it; for a process that may not write. */
export async function findPreviewSecret(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', secretName).executeTakeFirst()
  return row?.value
}

/**
 * Where staff try a build before players get it: a host of its own, with its own storage, that nobody can guess.
 * @param secret  From `loadPreviewSecret`.
 */
export function toPreviewUrl(hosting: GameHosting, secret: string, { project, number }: Preview): string {
  return toGameUrl(hosting, `${project}--${number}-${sign(secret, { project, number })}`)
}

/** A host label such as `islandm3--7-0123456789abcdef`; undefined when it is none or has a wrong signature. */
export function parsePreviewLabel(
  text: string,
): (Preview & { isSignedWith(secret: string): boolean }) | undefined {
  const [, project, number, signature] = label.exec(text) ?? []
  if (!project || !number || !signature) return undefined
  const preview = { project, number: Number(number) }
  return {
    ...preview,
    isSignedWith: (secret) => timingSafeEqual(Buffer.from(signature), Buffer.from(sign(secret, preview))),
  }
}

function sign(secret: string, { project, number }: Preview): string {
  return createHmac('sha256', secret).update(`${project}:${number}`).digest('hex').slice(0, 16)
}
