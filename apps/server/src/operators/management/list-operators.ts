import type { Grant } from '@playhub/contract/operator'
import type { Db } from '../../platform/database/database.ts'
import { canonicalEmail } from '../../platform/mail/canonical-email.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findOperatorByEmail, listOperatorRows } from '../operator-store.ts'
import { listAllGrants } from '../roles/role-store.ts'
import type { OperatorRow } from '../tables.ts'
import { countAllPasskeys } from '../two-factor/two-factor-store.ts'

export type ListedOperator = Pick<
  OperatorRow,
  'id' | 'email' | 'name' | 'language' | 'state' | 'createdAt' | 'lastSeenAt'
> & { grants: Grant[]; hasApp: boolean; passkeys: number }

/** All operators, oldest first. */
export async function listOperators(db: Db): Promise<ListedOperator[]> {
  const rows = await listOperatorRows(db)
  const grants = Map.groupBy(await listAllGrants(db), ({ operatorId }) => operatorId)
  const passkeys = await countAllPasskeys(db)
  return rows.map(({ id, email, name, language, state, createdAt, lastSeenAt, totpSecret }) => ({
    ...{ id, email, name, language, state, createdAt, lastSeenAt },
    grants: (grants.get(id) ?? []).map(({ role, project }) => ({ role, project })),
    hasApp: totpSecret !== null,
    passkeys: passkeys.get(id) ?? 0,
  }))
}

/** @throws Refusal OPERATOR_NOT_FOUND */
export async function getOperatorId(db: Db, email: string): Promise<string> {
  const operator = await findOperatorByEmail(db, canonicalEmail(email))
  if (!operator) throw new Refusal('OPERATOR_NOT_FOUND')
  return operator.id
}
