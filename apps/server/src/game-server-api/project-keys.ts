import { createHash, randomBytes } from 'node:crypto'
import { type Operation, recordOperation } from '../platform/audit-log.ts'
import { type Clock, HOUR_MS } from '../platform/clock.ts'
import { type Db, transact } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import {
  findActiveKey,
  insertKey,
  listKeysByProject,
  revokeActiveKey,
  setKeyLastUsed,
} from './project-key-store.ts'
import type { ProjectKeyRow } from './tables.ts'

const prefix = 'playhub_'
/** Prefix for well-known keys, which only work in sandbox mode. */
const sandboxPrefix = 'sandbox_'

type Deps = { db: Db; clock: Clock }

/** @returns  The key, which cannot be read again later. */
export async function createProjectKey(
  { db, clock }: Deps,
  project: string,
  operation: Operation,
): Promise<{ id: string; key: string }> {
  const key = prefix + randomBytes(32).toString('base64url')
  const row = newKey(project, key, 'created by an operator', clock.now())
  await transact(db, async (tx) => {
    await insertKey(tx, row)
    const change = { action: 'key.create', subject: row.id, project, after: { project }, at: row.createdAt }
    await recordOperation(tx, operation, change)
  })
  return { id: row.id, key }
}

/** Creates each demo project's well-known key. Keeps existing ones, including revoked ones. */
export async function seedSandboxKeys({ db, clock }: Deps, projects: { id: string }[]): Promise<void> {
  for (const { id } of projects) {
    await insertKey(db, newKey(id, sandboxPrefix + id, 'of the sandbox', clock.now()))
  }
}

/** Operators' list; without the hashes. */
export async function listProjectKeys(
  { db }: { db: Db },
  project: string,
): Promise<Omit<ProjectKeyRow, 'hash'>[]> {
  const keys = await listKeysByProject(db, project)
  return keys.map(({ hash: _, ...key }) => key)
}

/** Takes effect immediately. @returns  The key's project; undefined when there was nothing to revoke. */
export async function revokeProjectKey(
  { db, clock }: Deps,
  id: string,
  operation: Operation,
): Promise<string | undefined> {
  const at = clock.now()
  return transact(db, async (tx) => {
    const project = (await revokeActiveKey(tx, id, at))?.project
    if (project)
      await recordOperation(tx, operation, {
        action: 'key.revoke',
        subject: id,
        project,
        before: { project },
        at,
      })
    return project
  })
}

export type ActiveKey = Pick<ProjectKeyRow, 'id' | 'project'>

/** The key that a caller presents, unless it is revoked or unknown. */
export async function findKey(
  { db, clock, isSandbox }: Deps & { isSandbox: boolean },
  presented: string,
): Promise<ActiveKey | undefined> {
  if (presented.startsWith(sandboxPrefix) && !isSandbox) return undefined
  const key = await findActiveKey(db, hashKey(presented))
  if (!key) return undefined
  const now = clock.now()
  if (key.lastUsedAt === null || now - key.lastUsedAt >= HOUR_MS) await setKeyLastUsed(db, key.id, now)
  return { id: key.id, project: key.project }
}

function newKey(project: string, key: string, label: string, now: number): ProjectKeyRow {
  return {
    id: newId(),
    project,
    hash: hashKey(key),
    label,
    createdAt: now,
    revokedAt: null,
    lastUsedAt: null,
  }
}

/** Keys have 256 random bits, so a fast hash is sufficient. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
