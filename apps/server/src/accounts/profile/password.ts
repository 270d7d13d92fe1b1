import { verifyPassword } from '../../platform/authentication/passwords/passwords.ts'
import { transact } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordAccountChange } from '../account-changes/record-change.ts'
import { type CurrentPassword, findCurrentPassword, insertPassword } from '../account-store.ts'
import type { AllDeps } from '../all-deps.ts'
import { countPasswordChange, resetPasswordChanges } from '../captcha/failed-attempts.ts'
import type { ClientInfo } from '../client-info.ts'
import { deleteResetTicket } from '../email-login/reset-ticket-store.ts'
import { hashNewPassword } from '../passwords/new-password.ts'
import { retirePassword } from './profile-store.ts'

const wrongPassword = () => new Refusal('INVALID_PASSWORD_LOGIN_BY_EMAIL')

/**
 * Sets a new password for a player who knows the current one, revokes all other login sessions and notifies the player
 * by email.
 * @throws Refusal PASSWORD_NOT_SET, INVALID_PASSWORD_LOGIN_BY_EMAIL, PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD, and
 *   TOO_MANY_REQUESTS at the failed-attempt limit
 */
export async function changePassword(
  deps: AllDeps,
  actor: Actor,
  form: { currentPassword: string; password: string },
  client: ClientInfo,
): Promise<void> {
  const { db, clock, authentication } = deps
  const { playerId } = actor
  const current = await verifyCurrentPassword(deps, playerId, form.currentPassword, client)
  const hash = await hashNewPassword(deps, playerId, form.password)
  await transact(db, async (tx) => {
    const now = clock.now()
    if (!(await retirePassword(tx, current.credentialId, now))) throw wrongPassword()
    await insertPassword(tx, playerId, hash, now)
    await deleteResetTicket(tx, playerId)
    await authentication.revokeOthers(tx, actor)
    await recordAccountChange(deps, tx, actor, { kind: 'password-changed' }, client.language)
  })
}

/**
 * Checks a logged-in player's password.
 * @throws Refusal PASSWORD_NOT_SET, INVALID_PASSWORD_LOGIN_BY_EMAIL, and TOO_MANY_REQUESTS at the failed-attempt limit
 */
export async function verifyCurrentPassword(
  deps: AllDeps,
  playerId: string,
  password: string,
  client: ClientInfo,
): Promise<CurrentPassword> {
  const current = await findCurrentPassword(deps.db, playerId)
  if (!current) throw new Refusal('PASSWORD_NOT_SET')
  await countPasswordChange(deps, playerId, client)
  if (!(await deps.hashQueue.run(() => verifyPassword(password, current.hash)))) throw wrongPassword()
  await resetPasswordChanges(deps.db, playerId)
  return current
}
