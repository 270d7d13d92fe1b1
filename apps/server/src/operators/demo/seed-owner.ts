import { allProjects } from '@playhub/contract/operator'
import { recordOperation } from '../../platform/audit-log.ts'
import { hashPassword } from '../../platform/authentication/passwords/passwords.ts'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Deps } from '../deps.ts'
import { findOperatorByEmail, insertOperator } from '../operator-store.ts'
import { replaceGrants } from '../roles/role-store.ts'

export type DemoOwner = { email: string; password: string; name: string; secret: string }

/** Adds the owner whom the sandbox's banner names, once. Never called in production. */
export async function seedOwner(
  { db, clock, hashQueue }: Deps,
  { email, password, name, secret }: DemoOwner,
): Promise<void> {
  if (await findOperatorByEmail(db, email)) return
  const passwordHash = await hashQueue.run(() => hashPassword(password))
  const now = clock.now()
  const id = newId()
  const operator = { id, email, name, passwordHash, language: 'en', state: 'active' } as const
  const times = { totpConfirmedAt: now, createdAt: now, lastSeenAt: null }
  await transact(db, async (tx) => {
    // Another process of the hub may be doing the same.
    if (!(await insertOperator(tx, { ...operator, ...times, totpSecret: secret, createdBy: 'sandbox' })))
      return
    await replaceGrants(tx, id, [{ role: 'owner', project: allProjects }], {
      grantedBy: 'sandbox',
      grantedAt: now,
    })
    const change = { action: 'operator.add', subject: id, after: { state: 'active' }, at: now }
    await recordOperation(tx, { operator: 'sandbox', reason: null }, change)
  })
}
