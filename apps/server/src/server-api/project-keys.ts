import { createHash, randomBytes } from 'node:crypto'
import { type Clock, HOUR_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { findLiveKey, insertKey, listKeysOf, noteKeyUse, revokeLiveKey } from './project-key-store.ts'
import type { ProjectKeyRow } from './tables.ts'

const prefix = 'playhub_'
/** Begins the keys that everybody knows; they open nothing but a sandbox. */
const sandboxPrefix = 'sandbox_'

type Deps = { db: Db; clock: Clock }

/** @returns  the key, which is never told again */
export async function createProjectKey(
  { db, clock }: Deps,
  project: string,
): Promise<{ id: string; key: string }> {
  const key = prefix + randomBytes(32).toString('base64url')
  const row = newKey(project, key, 'created by an operator', clock.now())
  await insertKey(db, row)
  return { id: row.id, key }
}

/** Makes the known key of every demo project, unless it has been made, and perhaps revoked, before. */
export async function seedSandboxKeys({ db, clock }: Deps, projects: { id: string }[]): Promise<void> {
  for (const { id } of projects) {
    await insertKey(db, newKey(id, sandboxPrefix + id, 'of the sandbox', clock.now()))
  }
}

/** What an operator may see of a project's keys. */
export async function listProjectKeys(
  { db }: { db: Db },
  project: string,
): Promise<Omit<ProjectKeyRow, 'hash'>[]> {
  const keys = await listKeysOf(db, project)
  return keys.map(({ hash: _, ...shown }) => shown)
}

/** From this moment the key opens nothing. @returns  its project; undefined when there was nothing to revoke */
export async function revokeProjectKey({ db, clock }: Deps, id: string): Promise<string | undefined> {
  return (await revokeLiveKey(db, id, clock.now()))?.project
}

export type KnownKey = Pick<ProjectKeyRow, 'id' | 'project'>

/** The key that a caller has shown, while it lives. */
export async function findKey(
  { db, clock, isSandbox }: Deps & { isSandbox: boolean },
  shown: string,
): Promise<KnownKey | undefined> {
  if (shown.startsWith(sandboxPrefix) && !isSandbox) return undefined
  const key = await findLiveKey(db, hashOf(shown))
  if (!key) return undefined
  const now = clock.now()
  if (key.lastUsedAt === null || now - key.lastUsedAt >= HOUR_MS) await noteKeyUse(db, key.id, now)
  return { id: key.id, project: key.project }
}

function newKey(project: string, key: string, label: string, now: number): ProjectKeyRow {
  return { id: newId(), project, hash: hashOf(key), label, createdAt: now, revokedAt: null, lastUsedAt: null }
}

/** A key is as random as its hash, so nothing slower is needed. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
