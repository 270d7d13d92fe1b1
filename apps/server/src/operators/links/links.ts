import * as z from 'zod'
import { hashToken, newToken } from '../../platform/authentication/random-token.ts'
import { DAY_MS } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { HubConfig } from '../../platform/hub-config.ts'
import type { NewJob } from '../../platform/jobs/jobs.ts'
import type { ManagementDeps } from '../deps.ts'
import type { LinkPurpose } from '../tables.ts'
import { deleteLinks, insertLink } from './link-store.ts'

const linkTtlMs = DAY_MS

export type IssuedLink = { url: string; expiresAt: number }

/** Replaces an operator's links by a new one, shown once, and mails a second one. */
export async function issueLink(
  { clock, jobs, config }: ManagementDeps,
  tx: Tx,
  operatorId: string,
  purpose: LinkPurpose,
): Promise<IssuedLink> {
  const token = newToken()
  const tokenHash = hashToken(token)
  const expiresAt = clock.now() + linkTtlMs
  await deleteLinks(tx, operatorId)
  await insertLink(tx, {
    ...{ tokenHash, operatorId, purpose, expiresAt },
    ...{ passwordHash: null, totpSecret: null, usedAt: null },
  })
  await jobs.enqueue(tx, linkEmailJob(tokenHash))
  return { url: createLinkUrl(config, token), expiresAt }
}

export function createLinkUrl({ console: { url } }: Pick<HubConfig, 'console'>, token: string): string {
  return `${url}/set-up/${token}`
}

export const linkEmailKind = 'operators.email-link'
export const LinkEmailPayload = z.object({ tokenHash: z.string() })

/** @param tokenHash  Names the shown link. The emailed one has its own token, which exists only in the email. */
export function linkEmailJob(tokenHash: string): NewJob {
  return { kind: linkEmailKind, payload: { tokenHash } }
}
