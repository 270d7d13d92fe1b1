import type { FastifyInstance } from 'fastify'
import type { Db } from '../platform/database/database.ts'
import type { Api, Authenticate } from '../platform/http/api.ts'
import { loadOrCreateSecret } from '../platform/keys/secrets.ts'
import { setReceiptEmail } from './account-store.ts'
import { createRobotCheck } from './captcha/captcha.ts'
import { startSweeping } from './cleanup.ts'
import { defineCodeLetter } from './codes/code-email.ts'
import type { AccountsDeps, Deps } from './deps.ts'
import { definePasswordLetter } from './email-jobs.ts'
import { ensureEmailAccount, type KnownPlayer } from './email-sign-in/ensure-email-account.ts'
import { createIdentityProviders } from './identity-providers/index.ts'
import { createAuthentication } from './login-sessions/authentication.ts'
import { createLoginSessionWriter } from './login-sessions/login-session-writer.ts'
import { createLoginTokens } from './login-sessions/login-tokens.ts'
import { registerOauth } from './oauth/routes.ts'
import { createHashQueue } from './passwords/hash-queue.ts'
import { defineDeletionLetter } from './profile/deletion-email.ts'
import { defineErasure } from './profile/erasure.ts'
import { type Account, expectAccount, readAccount } from './profile/profile.ts'
import { registerProfileRoutes } from './profile/routes.ts'
import { spendProof } from './provider-login/used-proof-store.ts'
import { registerAccountRoutes } from './routes.ts'

export { canonicalEmail } from './email-sign-in/email-address.ts'
export { oauthMigrations } from './oauth/tables.ts'
export { accountMigrations } from './tables.ts'

export type Accounts = {
  authenticate: Authenticate
  registerRoutes(api: Api): void
  /** Where the browser goes to a provider and back; below `/passport`. */
  registerOauth(app: FastifyInstance): Promise<void>
  accountOf(playerId: string): Promise<Account | undefined>
  /**
   * Before something is written for a player whose account may end at this very moment: it stays until the transaction
   * given has ended.
   * @throws Refusal UNAUTHORIZED when it is gone
   */
  expectAccount(tx: Db, playerId: string): Promise<void>
  saveReceiptEmail(db: Db, playerId: string, email: string): Promise<void>
  /** Makes an account without a letter, once; tells the player's id. */
  ensureEmailAccount(player: KnownPlayer): Promise<string>
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
    elsewhere: { personalData: async () => ({}), erase: async () => {} },
    ...given,
    hashQueue,
    keepLoginSession: createLoginSessionWriter(db, hashQueue.isCrowded),
    robotCheck: await createRobotCheck({ db, clock }),
    tokens,
    authentication,
    identityProviders: createIdentityProviders(config.identity, clock, (...proof) =>
      spendProof(db, ...proof),
    ),
    codePepper: await loadOrCreateSecret(db, 'code-pepper'),
  }
  defineCodeLetter(deps)
  definePasswordLetter(deps)
  defineDeletionLetter(deps)
  defineErasure(deps)
  await startSweeping(deps)

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
    ensureEmailAccount: (player) => ensureEmailAccount(deps, player),
  }
}
