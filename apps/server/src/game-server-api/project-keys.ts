import { createHash, randomBytes } from 'node:crypto'
import type { KeyScope } from '@playhub/contract'
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

/** A key as operators see it. */
export type ProjectKey = Omit<ProjectKeyRow, 'hash' | 'label'> & { name: string }

type NewProjectKey = Pick<ProjectKey, 'project' | 'name' | 'expiresAt'> & {
  /** Default: `server`. */
  scope?: KeyScope | undefined
}

/** @returns  `key` cannot be read again later. */
export async function createProjectKey(
  { db, clock }: Deps,
  { project, name, expiresAt, scope = 'server' }: NewProjectKey,
  operation: Operation,
): Promise<ProjectKey & { key: string }> {
  const key = prefix + randomBytes(32).toString('base64url')
  const row = newKey({ project, name, expiresAt, scope }, key, clock.now())
  await transact(db, async (tx) => {
    await insertKey(tx, row)
    const after = { project, name, expiresAt, scope }
    const change = { action: 'key.create', subject: row.id, project, after, at: row.createdAt }
    await recordOperation(tx, operation, change)
  })
  return { ...toProjectKey(row), key }
}

/** Creates each demo project's well-known key. Keeps existing ones, including revoked ones. */
export async function seedSandboxKeys({ db, clock }: Deps, projects: { id: string }[]): Promise<void> {
  for (const { id } of projects) {
    const key = { project: id, name: 'of the sandbox', expiresAt: null }
    await insertKey(db, newKey(key, sandboxPrefix + id, clock.now()))
  }
}

/** Including revoked and expired ones, oldest first. */
export async function listProjectKeys({ db }: { db: Db }, project: string): Promise<ProjectKey[]> {
  return (await listKeysByProject(db, project)).map(toProjectKey)
}

/**
 * Takes effect immediately.
 * @param projects  Keys of other projects do not exist. Default: all.
 * @returns         The key's project; undefined when there was nothing to revoke.
 */
export async function revokeProjectKey(
  { db, clock }: Deps,
  id: string,
  operation: Operation,
  projects?: string[],
): Promise<string | undefined> {
  const at = clock.now()
  return transact(db, async (tx) => {
    const project = (await revokeActiveKey(tx, id, at, projects))?.project
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

export type ActiveKey = Pick<ProjectKey, 'id' | 'project' | 'scope' | 'name'>

/** The caller's key, unless it is revoked, expired or unknown. */
export async function findKey(
  { db, clock, isSandbox }: Deps & { isSandbox: boolean },
  presented: string,
): Promise<ActiveKey | undefined> {
  if (presented.startsWith(sandboxPrefix) && !isSandbox) return undefined
  const now = clock.now()
  const key = await findActiveKey(db, toStoredHashes(presented), now)
  if (!key) return undefined
  if (key.lastUsedAt === null || now - key.lastUsedAt >= HOUR_MS) await setKeyLastUsed(db, key.id, now)
  return { id: key.id, project: key.project, scope: key.scope, name: key.label }
}

function newKey(
  { project, name, expiresAt, scope = 'server' }: NewProjectKey,
  key: string,
  now: number,
): ProjectKeyRow {
  return {
    id: newId(),
    project,
    hash: (scope !== 'server' || expiresAt !== null ? restricted : '') + hashKey(key),
    label: name,
    scope,
    createdAt: now,
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  }
}

function toProjectKey({ hash: _, label: name, ...key }: ProjectKeyRow): ProjectKey {
  return { ...key, name }
}

/**
 * Prefix for the hash of a key with fewer rights than a game server's. After a rollback, versions without scopes and
 * ends do not find such a key, instead of accepting it for everything.
 */
const restricted = 'restricted:'

/** With the prefix or, if an older version created the key, without. */
function toStoredHashes(key: string): string[] {
  return [hashKey(key), restricted + hashKey(key)]
}

/** Keys have 256 random bits, so a fast hash is sufficient. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
