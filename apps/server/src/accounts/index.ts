import type { FastifyInstance } from 'fastify'
import type { Db } from '../platform/database/database.ts'
import type { Api, Authenticate } from '../platform/http/api.ts'
import { loadOrCreateSecret } from '../platform/keys/secrets.ts'
import { setReceiptEmail } from './account-store.ts'
import { createCaptchas } from './captcha/captcha.ts'
import { scheduleCleanup } from './cleanup.ts'
import type { AccountsDeps, Deps } from './deps.ts'
import { defineEmailJobs } from './email-jobs.ts'
import { ensureEmailAccount, type SeedAccount } from './email-sign-in/email-account.ts'
import { createIdentityProviders } from './identity-providers/index.ts'
import { createAuthentication } from './login-sessions/authentication.ts'
import { createLoginSessionWriter } from './login-sessions/login-session-writer.ts'
import { createLoginTokens } from './login-sessions/login-tokens.ts'
import { registerOauth } from './oauth/routes.ts'
import { createHashQueue } from './passwords/hash-queue.ts'
import { defineErasure } from './profile/erasure.ts'
import { type Account, expectAccount, readAccount } from './profile/profile.ts'
import { registerProfileRoutes } from './profile/routes.ts'
import { consumeProof } from './provider-login/used-proof-store.ts'
import { registerAccountRoutes } from './routes.ts'

export { canonicalEmail } from './email-sign-in/email-address.ts'
export { accountMigrations } from './tables.ts'

export type Accounts = {
  authenticate: Authenticate
  registerRoutes(api: Api): void
  /** The browser's redirects to identity providers and back; mounted at `/passport`. */
  registerOauth(app: FastifyInstance): Promise<void>
  accountOf(playerId: string): Promise<Account | undefined>
  /**
   * Locks the account until the transaction ends, so that it cannot be erased while something is written for the player.
   * @throws Refusal UNAUTHORIZED when the account does not exist
   */
  expectAccount(tx: Db, playerId: string): Promise<void>
  saveReceiptEmail(db: Db, playerId: string, email: string): Promise<void>
  /** Creates an account without email confirmation, unless it exists. Returns the player id. */
  ensureEmailAccount(account: SeedAccount): Promise<string>
}

const defaultFailedAttemptLimit = 5

export async function createAccounts(given: AccountsDeps): Promise<Accounts> {
  const { db, clock, config } = given
  const hashQueue = createHashQueue()
  const tokens = await createLoginTokens(db, clock, config.http.publicUrl)
  const authentication = createAuthentication({ db, clock, tokens })
  const deps: Deps = {
    failedAttemptLimit: () => defaultFailedAttemptLimit,
    attachHubSession: async () => '',
    personalRecords: { personalData: async () => ({}), erase: async () => {} },
    ...given,
    hashQueue,
    saveLoginSession: createLoginSessionWriter(db, hashQueue.isCrowded),
    captchas: await createCaptchas({ db, clock }),
    tokens,
    authentication,
    identityProviders: createIdentityProviders(config.identity, clock, (...proof) =>
      consumeProof(db, ...proof),
    ),
    codePepper: await loadOrCreateSecret(db, 'code-pepper'),
  }
  defineEmailJobs(deps)
  defineErasure(deps)
  await scheduleCleanup(deps)

  return {
    authenticate: authentication.authenticate,
    registerRoutes: (api) => {
      registerAccountRoutes(api, deps)
      registerProfileRoutes(api, deps)
    },
    registerOauth: (app) => registerOauth(app, deps),
    accountOf: (playerId) => readAccount(db, playerId),
    expectAccount,
    saveReceiptEmail: setReceiptEmail,
    ensureEmailAccount: (account) => ensureEmailAccount(deps, account),
  }
}
