import { limitTries } from '../../platform/authentication/limit-tries.ts'
import { ticketTtlMs } from '../../platform/authentication/login-tickets.ts'
import { getDecoyHash, verifyPassword } from '../../platform/authentication/passwords/passwords.ts'
import { consumeAssertion } from '../../platform/authentication/used-assertion-store.ts'
import { transact } from '../../platform/database/database.ts'
import { hashEmail, incrementCounter, resetCounter } from '../../platform/limits/counter-store.ts'
import { toIpGroup } from '../../platform/limits/ip-group.ts'
import { canonicalEmail } from '../../platform/mail/canonical-email.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps, OperatorClient } from '../deps.ts'
import { findOperator, findOperatorByEmail } from '../operator-store.ts'
import { listClients } from '../sessions/session-store.ts'
import type { OperatorRow } from '../tables.ts'
import { consumeCode, countCode } from '../two-factor/check-code.ts'
import { listMethods, type TwoFactorMethod } from '../two-factor/methods.ts'
import { completeLogin, type LoggedInOperator, lockActiveOperator } from './complete-login.ts'
import { recordRefusedLogin } from './refused-login.ts'

/** Per email and network: knowing an email is not enough to lock its operator out elsewhere. */
const maxPasswordsPerHour = 5
/** Per email from all networks but those where the operator has logged in: an attacker may have many. */
const maxPasswordsElsewherePerHour = 50
const maxCodesPerTicket = 5

export type StartedLogin = { ticket: string; methods: TwoFactorMethod[] }

/**
 * Checks the password. Refusals are the same, and take as long, whether the operator exists or not.
 * @returns  A ticket for `completePasswordLogin`.
 * @throws Refusal OPERATOR_LOGIN_REFUSED, or TOO_MANY_REQUESTS with `retryInSeconds`
 */
export function startPasswordLogin(
  deps: Deps,
  form: { email: string; password: string },
  client: OperatorClient,
): Promise<StartedLogin> {
  return deps.hashQueue.run(
    () => checkPassword(deps, { ...form, email: canonicalEmail(form.email) }, client),
    client.isAborted,
  )
}

async function checkPassword(
  deps: Deps,
  { email, password }: { email: string; password: string },
  { ip }: OperatorClient,
): Promise<StartedLogin> {
  const { db, loginTickets } = deps
  const subject = `operator passwords of ${hashEmail(email)} from ${toIpGroup(ip)}`
  const reset = await limitTries(deps, subject, maxPasswordsPerHour)
  const decoy = await getDecoyHash()
  const operator = await findOperatorByEmail(db, email)
  const clients = await listClients(db, operator?.id ?? '')
  const isKnown = clients.some((client) => toIpGroup(client.ip) === toIpGroup(ip))
  const all = `operator passwords of ${hashEmail(email)}`
  if (!isKnown) await limitTries(deps, all, maxPasswordsElsewherePerHour)
  const isMatch = await verifyPassword(password, operator?.passwordHash ?? decoy)
  if (!isMatch || operator?.state !== 'active' || operator.passwordHash === null) {
    await recordRefusedLogin(deps, operator, 'password')
    throw new Refusal('OPERATOR_LOGIN_REFUSED')
  }
  await reset(db)
  await resetCounter(db, all)
  return {
    ticket: loginTickets.issue(operator.id, operator.passwordHash),
    methods: await listMethods(deps, operator),
  }
}

/**
 * Completes a password login with an app code or a recovery code. Five wrong codes end the ticket.
 * @throws Refusal SECOND_FACTOR_TICKET_INVALID, SECOND_FACTOR_CODE_INCORRECT, OPERATOR_LOGIN_REFUSED or
 *   TOO_MANY_REQUESTS
 */
export async function completePasswordLogin(
  deps: Deps,
  form: { ticket: string; code: string },
  client: OperatorClient,
): Promise<LoggedInOperator> {
  const { db, loginTickets } = deps
  const ticket = loginTickets.read(form.ticket)
  const claimed = ticket && (await findOperator(db, ticket.userId))
  if (!ticket || !claimed?.passwordHash || !loginTickets.isAuthentic(ticket, claimed.passwordHash))
    throw new Refusal('SECOND_FACTOR_TICKET_INVALID')
  const reset = await countCode(deps, claimed.id, { code: form.code, ip: client.ip })
  if ((await countUse(deps, ticket.nonce)) > maxCodesPerTicket)
    throw new Refusal('SECOND_FACTOR_TICKET_INVALID')
  return recordingRefusals(deps, claimed, () =>
    transact(db, async (tx) => {
      const operator = await lockActiveOperator(tx, claimed.id)
      if (operator.passwordHash !== claimed.passwordHash) throw new Refusal('SECOND_FACTOR_TICKET_INVALID')
      if (!(await consumeAssertion(tx, `operator login ticket ${ticket.claims}`, ticket.expiresAt)))
        throw new Refusal('SECOND_FACTOR_TICKET_INVALID')
      await consumeCode(deps, tx, operator, form.code)
      await reset(tx)
      return completeLogin(deps, tx, operator, { client, method: 'code' })
    }),
  )
}

async function recordingRefusals<T>(deps: Deps, operator: OperatorRow, logIn: () => Promise<T>): Promise<T> {
  try {
    return await logIn()
  } catch (error) {
    if (error instanceof Refusal) await recordRefusedLogin(deps, operator, 'code')
    throw error
  }
}

async function countUse({ db, clock }: Deps, nonce: string): Promise<number> {
  const now = clock.now()
  const subject = `codes for the operator login ticket ${nonce}`
  return (await incrementCounter(db, subject, now, now - ticketTtlMs)).count
}
