import { randomBytes } from 'node:crypto'
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { type Clock, DAY_MS } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import type { HubConfig } from '../../platform/hub-config.ts'
import { newId } from '../../platform/ids.ts'
import type { WebhookSecretRow } from '../records/tables.ts'
import { endLiveSecret, insertSecret, listLiveSecrets, setSecretEnd } from './webhook-secret-store.ts'

type Deps = { db: Db; clock: Clock }
export type SigningDeps = Deps & { config: Pick<HubConfig, 'getWebhookSecrets'> }

/** A secret as operators see it. */
export type WebhookSecret = Omit<WebhookSecretRow, 'secret'>

/** All secrets with which a webhook is signed: those of the database, newest first, and of the environment. */
export async function listSigningSecrets(
  { db, clock, config }: SigningDeps,
  project: string,
): Promise<string[]> {
  const rows = await listLiveSecrets(db, project, clock.now())
  return [...rows.map(({ secret }) => secret), ...config.getWebhookSecrets(project)]
}

/** The database's signing secrets, newest first. */
export async function listWebhookSecrets({ db, clock }: Deps, project: string): Promise<WebhookSecret[]> {
  return (await listLiveSecrets(db, project, clock.now())).map(toWebhookSecret)
}

/**
 * Signs with a new secret at once, and with the previous one for some days; older ones end.
 * @returns  `secret` cannot be read again later.
 */
export async function createWebhookSecret(
  { db, clock }: Deps,
  { project, overlapDays }: { project: string; overlapDays: number },
  operation: Operation,
): Promise<WebhookSecretRow> {
  const now = clock.now()
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const row = { id: newId(), project, secret, createdAt: now, endsAt: null }
  await transact(db, async (tx) => {
    const [previous, ...older] = await listLiveSecrets(tx, project, now)
    const endsAt = Math.min(now + overlapDays * DAY_MS, previous?.endsAt ?? Infinity)
    if (previous) await setSecretEnd(tx, previous.id, endsAt)
    for (const { id } of older) await setSecretEnd(tx, id, now)
    await insertSecret(tx, row)
    const after = { project, ...(previous && { previous: previous.id, previousEndsAt: endsAt }) }
    const change = { action: 'webhook-secret.create', subject: row.id, project, after, at: now }
    await recordOperation(tx, operation, change)
  })
  return row
}

/**
 * Ends a secret at once.
 * @param projects  Secrets of other projects do not exist. Default: all.
 * @returns         The secret's project; undefined when there was nothing to end.
 */
export async function revokeWebhookSecret(
  { db, clock }: Deps,
  id: string,
  operation: Operation,
  projects?: string[],
): Promise<string | undefined> {
  const at = clock.now()
  return transact(db, async (tx) => {
    const project = (await endLiveSecret(tx, id, at, projects))?.project
    if (project) {
      const change = { action: 'webhook-secret.revoke', subject: id, project, before: { project }, at }
      await recordOperation(tx, operation, change)
    }
    return project
  })
}

const toWebhookSecret = ({ secret: _, ...rest }: WebhookSecretRow): WebhookSecret => rest
