import type { InterfaceLanguage } from '@playhub/contract'
import type { FastifyInstance } from 'fastify'
import { shippedMessages } from '../i18n/server-messages.ts'
import { createLoginTickets } from '../platform/authentication/login-tickets.ts'
import { createPasskeyChallenges } from '../platform/authentication/passkeys/challenges.ts'
import { createHashQueue } from '../platform/authentication/passwords/hash-queue.ts'
import { consumeAssertion } from '../platform/authentication/used-assertion-store.ts'
import type { Db } from '../platform/database/database.ts'
import type { Api, Authenticate } from '../platform/http/api.ts'
import { loadOrCreateSecret } from '../platform/keys/secrets.ts'
import { lockAccount, setReceiptEmail } from './account-store.ts'
import type { AllDeps } from './all-deps.ts'
import { createCaptchas } from './captcha/captcha.ts'
import { scheduleCleanup } from './cleanup.ts'
import { registerConsentRoutes } from './consents/routes.ts'
import type { AccountsDeps } from './deps.ts'
import { defineEmailJobs } from './email-jobs.ts'
import { ensureEmailAccount, findPlayerByEmail, type SeedAccount } from './email-login/email-account.ts'
import { createAuthentication } from './login-sessions/authentication.ts'
import { createLoginTokens } from './login-sessions/login-tokens.ts'
import { registerPasskeyRoutes } from './passkeys/routes.ts'
import { defineErasure } from './profile/erasure.ts'
import { type Account, expectAccount, readAccount } from './profile/profile.ts'
import { registerProfileRoutes } from './profile/routes.ts'
import { definePendingUndo } from './profile/undo-change.ts'
import { registerReauthenticationRoutes } from './reauthentication/routes.ts'
import { registerAccountRoutes } from './routes.ts'
import { registerOauth } from './social-login/flow/routes.ts'
import { createIdentityProviders, type IdentityConfig } from './social-login/providers/index.ts'
import { registerTwoFactorRoutes } from './two-factor/routes.ts'

export { listNickNames } from './account-store.ts'
export type { PersonalRecords } from './deps.ts'
export { hasEmailAccount } from './email-login/email-account.ts'
export { rejectLongPasswords } from './passwords/password-length.ts'
export { checkIdentityApps, type IdentityConfig } from './social-login/providers/index.ts'

export type Accounts = {
  authenticate: Authenticate
  registerRoutes(api: Api): void
  /** Browser redirects to identity providers and back; mounted at `/passport`. */
  registerOauth(app: FastifyInstance): Promise<void>
  findAccount(playerId: string): Promise<Account | undefined>
  /** @param email  Canonical. @returns  undefined unless exactly one account has it */
  findPlayerByEmail(email: string): Promise<{ playerId: string; language: InterfaceLanguage } | undefined>
  /**
   * Locks the account until the transaction ends, which prevents erasure while the player's data is written.
   * @throws Refusal UNAUTHORIZED when the account does not exist, ACCOUNT_BANNED
   */
  expectAccount(tx: Db, playerId: string): Promise<void>
  /** Locks the account until the transaction ends, which prevents erasure. False when it has been erased. */
  lockAccount(tx: Db, playerId: string): Promise<boolean>
  saveReceiptEmail(db: Db, playerId: string, email: string): Promise<void>
  /** Creates an account without email confirmation, unless it exists. Returns the player id. */
  ensureEmailAccount(account: SeedAccount): Promise<string>
}

const defaultFailedAttemptLimit = 5

export async function createAccounts(
  given: AccountsDeps & { config: { identity: IdentityConfig } },
): Promise<Accounts> {
  const { db, clock, config } = given
  const tokens = await createLoginTokens(db, clock, config.http.publicUrl)
  const authentication = createAuthentication({ db, clock, tokens, config })
  const deps: AllDeps = {
    failedAttemptLimit: () => defaultFailedAttemptLimit,
    messagesIn: shippedMessages,
    attachHubSession: async () => '',
    requiresConsent: () => false,
    readDocument: () => undefined,
    personalRecords: { personalData: async () => ({}), erase: async () => {} },
    ...given,
    hashQueue: createHashQueue(),
    captchas: await createCaptchas({ db, clock }),
    passkeyChallenges: await createPasskeyChallenges(db, clock, 'passkey-challenge'),
    loginTickets: await createLoginTickets(db, clock, 'sign-in-ticket'),
    tokens,
    authentication,
    identityProviders: await createIdentityProviders(config.identity, {
      clock,
      consumeAssertion: (...assertion) => consumeAssertion(db, ...assertion),
    }),
    codePepper: await loadOrCreateSecret(db, 'code-pepper'),
  }
  defineEmailJobs(deps)
  defineErasure(deps)
  definePendingUndo(deps)
  await scheduleCleanup(deps)

  return {
    authenticate: authentication.authenticate,
    registerRoutes: (api) => {
      registerAccountRoutes(api, deps)
      registerPasskeyRoutes(api, deps)
      registerTwoFactorRoutes(api, deps)
      registerReauthenticationRoutes(api, deps)
      registerProfileRoutes(api, deps)
      registerConsentRoutes(api, deps)
    },
    registerOauth: (app) => registerOauth(app, deps),
    findAccount: (playerId) => readAccount(db, playerId, clock.now()),
    findPlayerByEmail: (email) => findPlayerByEmail(db, email),
    expectAccount: (tx, playerId) => expectAccount(tx, playerId, clock.now()),
    lockAccount: async (tx, playerId) => (await lockAccount(tx, playerId)) !== undefined,
    saveReceiptEmail: setReceiptEmail,
    ensureEmailAccount: (account) => ensureEmailAccount(deps, account),
  }
}
