import { transact } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { insertCredential } from '../account-store.ts'
import { admitPasswordChange, forgetPasswordChanges } from '../captcha/failed-attempts.ts'
import type { ClientInfo, Deps } from '../deps.ts'
import { mailPasswordChangedJob } from '../email-jobs.ts'
import { deleteResetTicketOf } from '../email-sign-in/reset-ticket-store.ts'
import { hashNewPassword } from '../passwords/new-password.ts'
import { isRightPassword } from '../passwords/passwords.ts'
import { findOwnPassword, retirePassword } from './profile-store.ts'

const wrong = () => new Refusal('INVALID_PASSWORD_LOGIN_BY_EMAIL')

/**
 * Sets a new password for a player who knows the one that holds, ends every other login session and tells the player
 * by mail.
 * @throws Refusal PASSWORD_NOT_SET, INVALID_PASSWORD_LOGIN_BY_EMAIL, PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD, and
 *   TOO_MANY_REQUESTS at the limit of failed attempts
 */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  form: { currentPassword: string; password: string },
  visitor: ClientInfo,
): Promise<void> {
  const { db, clock, jobs, authentication, log } = deps
  const { playerId } = actor
  const current = await findOwnPassword(db, playerId)
  if (!current) throw new Refusal('PASSWORD_NOT_SET')
  await provePassword(deps, playerId, { kept: current.hash, given: form.currentPassword }, visitor)
  const hash = await hashNewPassword(deps, playerId, form.password)
  await transact(db, async (tx) => {
    const now = clock.now()
    if (!(await retirePassword(tx, current.credentialId, now))) throw wrong()
    await insertCredential(tx, { id: newId(), accountId: playerId, hash, createdAt: now, replacedAt: null })
    await deleteResetTicketOf(tx, playerId)
    await authentication.revokeOthers(tx, actor)
    const letter = { email: current.email, language: visitor.language }
    await jobs.enqueue(tx, { kind: mailPasswordChangedJob, payload: letter })
  })
  authentication.forget(playerId)
  log.info({ playerId }, 'A player changed the password')
}

async function provePassword(
  deps: Deps,
  playerId: string,
  { kept, given }: { kept: string; given: string },
  visitor: ClientInfo,
): Promise<void> {
  await admitPasswordChange(deps, playerId, visitor)
  if (!(await deps.hashQueue.run(() => isRightPassword(given, kept)))) throw wrong()
  await forgetPasswordChanges(deps.db, playerId)
}
