import * as z from 'zod'
import { recordOperation } from '../../platform/audit-log.ts'
import { limitTries } from '../../platform/authentication/limit-tries.ts'
import { hashToken, newToken } from '../../platform/authentication/random-token.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { hashEmail } from '../../platform/limits/counter-store.ts'
import { toIpGroup } from '../../platform/limits/ip-group.ts'
import { canonicalEmail } from '../../platform/mail/canonical-email.ts'
import { emailQueue } from '../../platform/mail/email.ts'
import type { Deps, OperatorsDeps } from '../deps.ts'
import { renderLinkEmail } from '../links/email-link.ts'
import { findOperatorByEmail, lockOperator } from '../operator-store.ts'
import { listMethods } from '../two-factor/methods.ts'
import { replacePasswordLink } from './password-link-store.ts'

const emailKind = 'operators.email-password-link'
const Payload = z.object({ email: z.string() })
const linkTtlMs = HOUR_MS
const maxPerIp = 10
const maxPerEmail = 3

/**
 * Mails a link for a new password. Unknown emails are treated alike and take as long: a job finds out whose it is.
 * @throws Refusal TOO_MANY_REQUESTS with `retryInSeconds`
 */
export async function requestNewPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  given: string,
  ip: string,
): Promise<void> {
  const email = canonicalEmail(given)
  await limitTries(deps, `operator password links for ${toIpGroup(ip)}`, maxPerIp)
  await limitTries(deps, `operator password links for ${hashEmail(email)}`, maxPerEmail)
  await deps.jobs.enqueue(deps.db, { kind: emailKind, payload: { email } })
}

export function definePasswordLinkEmail(deps: OperatorsDeps): void {
  deps.jobs.define(emailKind, {
    queue: emailQueue,
    run: (payload) => emailPasswordLink(deps, Payload.parse(payload).email),
  })
}

/** Without a two-factor method there is nothing to prove with: an owner's link adds one. */
async function emailPasswordLink(deps: OperatorsDeps, email: string): Promise<void> {
  const token = newToken()
  const at = deps.clock.now()
  const expiresAt = at + linkTtlMs
  const operator = await transact(deps.db, async (tx) => {
    const found = await findOperatorByEmail(tx, email)
    const locked = found && (await lockOperator(tx, found.id))
    if (locked?.state !== 'active' || locked.passwordHash === null) return undefined
    if ((await listMethods({ db: tx }, locked)).length === 0) return undefined
    await replacePasswordLink(tx, { tokenHash: hashToken(token), operatorId: locked.id, expiresAt })
    const change = { action: 'operator.forget-password', subject: locked.id, at }
    await recordOperation(tx, { operator: 'hub', reason: null }, change)
    return locked
  })
  if (!operator) return
  const { url: consoleUrl } = deps.config.console
  const linkUrl = `${consoleUrl}/new-password/${token}`
  const link = { purpose: 'new-password', linkUrl, expiresAt, brand: deps.getBrand(), consoleUrl } as const
  await deps.mail.send(renderLinkEmail(operator, link))
}
