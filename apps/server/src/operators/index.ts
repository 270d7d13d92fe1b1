import type { SessionEnd } from '@playhub/contract/operator'
import type { FastifyRequest } from 'fastify'
import { createLoginTickets } from '../platform/authentication/login-tickets.ts'
import { createPasskeyChallenges } from '../platform/authentication/passkeys/challenges.ts'
import { createHashQueue } from '../platform/authentication/passwords/hash-queue.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import { defineAlertEmail } from './alerts/email-alert.ts'
import { scheduleCleanup } from './cleanup.ts'
import { readSessionToken } from './cookies.ts'
import { type DemoOwner, seedOwner } from './demo/seed-owner.ts'
import type { Deps, OperatorsDeps } from './deps.ts'
import { defineLinkEmail } from './links/email-link.ts'
import { definePasswordLinkEmail } from './new-password/forgotten-password.ts'
import { createOwnerCheck } from './owner-check.ts'
import { type AuthenticatedOperator, authenticateOperator, findSessionEnd } from './sessions/authenticate.ts'

export { getCookieName, serializeSessionCookies } from './cookies.ts'
export type { Deps as OperatorDeps, ManagementDeps, OperatorClient } from './deps.ts'
export type { LoggedInOperator } from './login/complete-login.ts'
export { createPasskeyLoginOptions, logInByPasskey } from './login/passkey-login.ts'
export { completePasswordLogin, startPasswordLogin } from './login/password-login.ts'
export { addOperator } from './management/add-operator.ts'
export {
  changeRoles,
  suspendOperator,
} from './management/change-operator.ts'
export { isOwner } from './management/grants.ts'
export { listOperators } from './management/list-operators.ts'
export { requestNewPassword } from './new-password/forgotten-password.ts'
export {
  createNewPasswordPasskeyOptions,
  readPasswordLink,
  setNewPassword,
} from './new-password/new-password.ts'
export { changePassword } from './own-account/change-password.ts'
export {
  listOwnMethods,
  renewRecoveryCodes,
  setLanguage,
  setProfile,
  setWeeklyReport,
} from './own-account/own-settings.ts'
export {
  addPasskey,
  confirmNewApp,
  createNewPasskeyOptions,
  readTwoFactor,
  removeApp,
  removePasskey,
  startNewApp,
} from './own-account/own-two-factor.ts'
export type { AuthenticatedOperator } from './sessions/authenticate.ts'
export { endOtherSessions, endOwnSession, listOwnSessions, logOut } from './sessions/own-sessions.ts'
export { createReauthenticationOptions, proveByCode, proveByPasskey } from './sessions/prove.ts'
export {
  addFirstPasskey,
  confirmApp,
  createPasskeyOptions,
  enterPassword,
  readSetUp,
  startApp,
} from './set-up/set-up.ts'

export type Operators = {
  /** Adds the sandbox's owner, once. */
  seedOwner(owner: DemoOwner): Promise<void>
  /** Dependencies of the use cases. */
  deps: Deps
  /** The operator whose session the request's cookie names; undefined without a live one. */
  authenticateOperator(request: Pick<FastifyRequest, 'headers'>): Promise<AuthenticatedOperator | undefined>
  /** Tells why the session that the request's cookie names ended. */
  findSessionEnd(request: Pick<FastifyRequest, 'headers'>): Promise<SessionEnd | undefined>
  /** The operator behind a token just issued by a login or reauthentication. */
  authenticateToken(token: string): Promise<AuthenticatedOperator | undefined>
  /** False until the first owner is added; the console and its API do not exist before. */
  hasOwner(): Promise<boolean>
}

export async function createOperators(given: OperatorsDeps): Promise<Operators> {
  const { db, clock, config } = given
  const deps: Deps = {
    ...given,
    hashQueue: createHashQueue(),
    passkeys: {
      relyingParty: getRelyingParty(config),
      challenges: await createPasskeyChallenges(db, clock, 'operator-passkey-challenge'),
    },
    loginTickets: await createLoginTickets(db, clock, 'operator-login-ticket'),
  }
  defineLinkEmail(deps)
  defineAlertEmail(deps)
  definePasswordLinkEmail(deps)
  await scheduleCleanup(deps)
  return {
    seedOwner: (owner) => seedOwner(deps, owner),
    deps,
    authenticateOperator: (request) => authenticateOperator(deps, readSessionToken(config, request)),
    findSessionEnd: (request) => findSessionEnd(deps, readSessionToken(config, request)),
    authenticateToken: (token) => authenticateOperator(deps, token),
    hasOwner: createOwnerCheck(deps),
  }
}

/** The console's own host and origin. A player's passkey has another secret behind its challenges. */
function getRelyingParty({ console: { url } }: HubConfig) {
  const { hostname, origin: consoleOrigin } = new URL(url)
  return { id: hostname, isOwnOrigin: (origin: string) => origin === consoleOrigin }
}
