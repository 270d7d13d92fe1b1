import { hashToken } from '../../platform/authentication/random-token.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findOpenLink } from '../links/link-store.ts'
import { findOperator } from '../operator-store.ts'
import type { OperatorLinkRow, OperatorRow } from '../tables.ts'

export type OpenLink = { link: OperatorLinkRow; operator: OperatorRow }

/** @throws Refusal OPERATOR_LINK_INVALID when the link is used, expired or replaced, or its operator is suspended */
export async function expectOpenLink(db: Db, clock: Clock, token: string): Promise<OpenLink> {
  const link = await findOpenLink(db, hashToken(token), clock.now())
  const operator = link && (await findOperator(db, link.operatorId))
  if (!link || !operator || operator.state === 'suspended') throw new Refusal('OPERATOR_LINK_INVALID')
  return { link, operator }
}

/**
 * Requires the password step, so a link alone, such as from a stolen mailbox, gives no access when it is for the
 * two-factor method only.
 * @throws Refusal OPERATOR_LINK_INVALID or SET_UP_STEP_MISSING
 */
export async function expectPasswordEntered(
  db: Db,
  clock: Clock,
  token: string,
): Promise<OpenLink & { passwordHash: string }> {
  const open = await expectOpenLink(db, clock, token)
  const { link, operator } = open
  const { passwordHash } = link
  const isCurrent = link.purpose === 'set-up' || passwordHash === operator.passwordHash
  if (passwordHash === null || !isCurrent) throw new Refusal('SET_UP_STEP_MISSING')
  return { ...open, passwordHash }
}
