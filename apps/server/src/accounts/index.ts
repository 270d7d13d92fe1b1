import type { Api, Authenticate } from '../platform/api.ts'
import type { Db } from '../platform/database.ts'
import { ownSecret } from '../platform/secrets.ts'
import { setReceiptEmail } from './account-store.ts'
import { createAuthentication } from './authentication.ts'
import { defineCodeLetter } from './code-letter.ts'
import type { AccountsDeps, Deps } from './deps.ts'
import { ensureEmailAccount, type KnownPlayer } from './ensure-email-account.ts'
import { createHashQueue } from './hash-queue.ts'
import { createLoginSessionWriter } from './login-session-writer.ts'
import { createLoginTokens } from './login-tokens.ts'
import { definePasswordLetter } from './password-letter.ts'
import { type Account, readAccount } from './profile.ts'
import { createRobotCheck } from './robot-check.ts'
import { registerAccountRoutes } from './routes.ts'
import { startSweeping } from './sweep.ts'

export { accountMigrations } from './tables.ts'

export type Accounts = {
  authenticate: Authenticate
  registerRoutes(api: Api): void
  accountOf(playerId: string): Promise<Account | undefined>
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
    ...given,
    hashQueue,
    keepLoginSession: createLoginSessionWriter(db, hashQueue.isCrowded),
    robotCheck: await createRobotCheck({ db, clock }),
    tokens,
    authentication,
    codePepper: await ownSecret(db, 'code-pepper'),
  }
  defineCodeLetter(deps)
  definePasswordLetter(deps)
  await startSweeping(deps)

  return {
    authenticate: authentication.authenticate,
    registerRoutes: (api) => registerAccountRoutes(api, deps),
    accountOf: (playerId) => readAccount(db, playerId),
    saveReceiptEmail: setReceiptEmail,
    ensureEmailAccount: (player) => ensureEmailAccount(deps, player),
  }
}
