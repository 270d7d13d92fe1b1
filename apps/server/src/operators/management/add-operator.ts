import { emailField } from '@playhub/contract/forms'
import type { Grant } from '@playhub/contract/operator'
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { canonicalEmail } from '../../platform/mail/canonical-email.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ManagementDeps } from '../deps.ts'
import { type IssuedLink, issueLink } from '../links/links.ts'
import { insertOperator } from '../operator-store.ts'
import { replaceGrants } from '../roles/role-store.ts'
import type { OperatorLanguage } from '../tables.ts'
import { normalizeGrants } from './grants.ts'

export type NewOperator = {
  email: string
  /** Default: the part of the email before the @. */
  name?: string | undefined
  language: OperatorLanguage
  grants: Grant[]
}

/**
 * Invites an operator, who sets up access by a link.
 * @returns  The link, which is shown once. Another one is mailed.
 * @throws Refusal BODY_INVALID or OPERATOR_EXISTS
 */
export async function addOperator(
  deps: ManagementDeps,
  { email: given, name, language, grants: wanted }: NewOperator,
  operation: Operation,
): Promise<IssuedLink & { id: string }> {
  const email = readEmail(given)
  const grants = normalizeGrants(wanted)
  const now = deps.clock.now()
  const operator = {
    id: newId(),
    email,
    name: name?.trim() || email.slice(0, email.lastIndexOf('@')),
    language,
    state: 'invited' as const,
    createdAt: now,
    createdBy: operation.operator,
    ...{ passwordHash: null, totpSecret: null, totpConfirmedAt: null, lastSeenAt: null },
  }
  const { id } = operator
  return transact(deps.db, async (tx) => {
    if (!(await insertOperator(tx, operator))) throw new Refusal('OPERATOR_EXISTS')
    await replaceGrants(tx, id, grants, { grantedBy: operation.operator, grantedAt: now })
    await recordOperation(tx, operation, {
      action: 'operator.add',
      subject: id,
      after: { state: 'invited', grants },
      at: now,
    })
    return { id, ...(await issueLink(deps, tx, id, 'set-up')) }
  })
}

function readEmail(given: string): string {
  const parsed = emailField.safeParse(given)
  if (parsed.success) return canonicalEmail(parsed.data)
  const issue = parsed.error.issues[0]?.message ?? 'EMAIL_INVALID'
  throw Refusal.forFields([{ field: 'email', issue, message: issue }])
}
