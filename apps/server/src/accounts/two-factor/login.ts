import type { LoggedIn } from '@playhub/contract'
import type { LoginTickets } from '../../platform/authentication/login-tickets.ts'
import { ticketTtlMs } from '../../platform/authentication/login-tickets.ts'
import { consumeAssertion } from '../../platform/authentication/used-assertion-store.ts'
import { transact } from '../../platform/database/database.ts'
import { incrementCounter } from '../../platform/limits/counter-store.ts'
import { Refusal } from '../../platform/refusal.ts'
import { cancelPendingUndo } from '../account-changes/pending-undo.ts'
import { type EmailLogin, findAccount, findCurrentPassword } from '../account-store.ts'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import type { LoginDeps } from '../login-sessions/login-session.ts'
import { completeLogin, newLoginSession } from '../login-sessions/login-session.ts'
import { insertLoginSession } from '../login-sessions/login-session-store.ts'
import { consumeTwoFactorCode, countAppCode, countingWrongCodes, countTry } from './code-check.ts'
import { findConfirmed } from './two-factor-store.ts'

export type TwoFactorDeps = LoginDeps & { loginTickets: LoginTickets }

const maxCodesPerTicket = 5

/**
 * Completes a password login if the account does not use two-factor; otherwise the caller needs a code.
 * @throws Refusal SECOND_FACTOR_REQUIRED with a `ticket` for `completeSecondStep`
 */
export function requireSecondStep(
  { loginTickets }: TwoFactorDeps,
  { playerId, passwordHash, twoFactorAt }: EmailLogin,
): void {
  if (twoFactorAt === null) return
  throw new Refusal('SECOND_FACTOR_REQUIRED', { ticket: loginTickets.issue(playerId, passwordHash) })
}

/**
 * Completes a password login with an authenticator app code or a recovery code. Five wrong codes end the ticket.
 * @throws Refusal SECOND_FACTOR_TICKET_INVALID, SECOND_FACTOR_CODE_INCORRECT, SECOND_FACTOR_RECOVERY_CODE_REQUIRED or
 *   TOO_MANY_REQUESTS
 */
export async function completeSecondStep(
  deps: TwoFactorDeps,
  form: { ticket: string; code: string },
  client: ClientInfo,
): Promise<LoggedIn> {
  const { db, loginTickets } = deps
  const ticketInvalid = () => new Refusal('SECOND_FACTOR_TICKET_INVALID')
  const ticket = loginTickets.read(form.ticket)
  const password = ticket && (await findCurrentPassword(db, ticket.userId))
  if (!password || !loginTickets.isAuthentic(ticket, password.hash)) throw ticketInvalid()
  const { userId: playerId } = ticket
  // Counted before the code is compared, so concurrent guesses cannot exceed the limits.
  const forgetTries = await countTry(deps, playerId, client)
  if ((await countUse(deps, ticket.nonce)) > maxCodesPerTicket) throw ticketInvalid()
  await countAppCode(deps, playerId, { code: form.code, ip: client.ip })
  const session = newLoginSession(deps, playerId, 'mail', client)
  const account = await countingWrongCodes(deps, playerId, () =>
    transact(db, async (tx) => {
      const factor = await findConfirmed(tx, playerId)
      // Two-factor was turned off in the meantime, so the password alone is enough to log in.
      if (!factor) throw ticketInvalid()
      if (!(await consumeAssertion(tx, `sign-in ticket ${ticket.claims}`, ticket.expiresAt)))
        throw ticketInvalid()
      await consumeTwoFactorCode(deps, tx, factor, form.code)
      await forgetTries(tx)
      await cancelPendingUndo(deps, tx, playerId)
      await insertLoginSession(tx, session)
      return findAccount(tx, playerId)
    }),
  )
  if (!account) throw ticketInvalid()
  return completeLogin(deps, session, account.nickName, client)
}

async function countUse({ db, clock }: Deps, nonce: string): Promise<number> {
  const now = clock.now()
  return (await incrementCounter(db, `codes for the login ticket ${nonce}`, now, now - ticketTtlMs)).count
}
