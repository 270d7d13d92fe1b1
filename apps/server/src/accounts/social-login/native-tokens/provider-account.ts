import { type LoggedIn, recognisedLanguages } from '@playhub/contract'
import type { TextsIn } from '../../../i18n/server-texts.ts'
import type { Db } from '../../../platform/database/database.ts'
import { transact } from '../../../platform/database/database.ts'
import {
  deleteAccount,
  findAccount,
  findIdentity,
  insertAccount,
  insertIdentity,
  replaceDefaultName,
} from '../../account-store.ts'
import type { ClientInfo } from '../../client-info.ts'
import type { Deps } from '../../deps.ts'
import { completeLogin, type LoginDeps, newLoginSession } from '../../login-sessions/login-session.ts'
import { insertLoginSession } from '../../login-sessions/login-session-store.ts'
import type { AccountRow, IdentityRow } from '../../tables.ts'
import type { VerifiedIdentity } from '../providers/provider.ts'
import { emailFrom, givenName, labelFrom, nickNameFrom } from './profile-text.ts'

/** Logs a player in with a verified identity. Creates an account for a new identity. */
export async function loginWithIdentity(
  deps: LoginDeps,
  identity: VerifiedIdentity,
  client: ClientInfo,
): Promise<LoggedIn> {
  const { session, nickName } = await transact(deps.db, async (tx) => {
    const account = await findOrCreateAccount(tx, identity, { ...deps, language: client.language })
    const session = newLoginSession(deps, account.id, identity.method, client)
    await insertLoginSession(tx, session)
    return { session, nickName: account.nickName }
  })
  return completeLogin(deps, session, nickName, client)
}

type AccountDeps = Pick<Deps, 'clock' | 'textsIn'> & {
  /** The player's language. */
  language: string
}

/**
 * The identity's account, found by provider and subject only. A shared email never links an identity to an existing
 * account.
 */
export async function findOrCreateAccount(
  tx: Db,
  identity: VerifiedIdentity,
  deps: AccountDeps,
): Promise<AccountRow> {
  const existing = await findIdentity(tx, identity.method, identity.subject)
  const account = existing && (await findAccount(tx, existing.accountId))
  return account ? takeName(tx, account, identity, deps) : createAccount(tx, identity, deps)
}

/** Apple sends the name once, other providers when the person has set one: it may come with a later login. */
async function takeName(
  tx: Db,
  account: AccountRow,
  identity: VerifiedIdentity,
  { textsIn }: AccountDeps,
): Promise<AccountRow> {
  const nickName = givenName(identity.name)
  if (nickName === null || hasName(account, textsIn)) return account
  return (await replaceDefaultName(tx, account, nickName)) ?? account
}

/** False while the account has the hub's default name in any of its languages. */
function hasName({ firstName, nickName }: AccountRow, textsIn: TextsIn): boolean {
  const defaults = recognisedLanguages.map((language) => textsIn(language).pages.playerName)
  return firstName !== null || !defaults.includes(nickName)
}

async function createAccount(tx: Db, identity: VerifiedIdentity, deps: AccountDeps): Promise<AccountRow> {
  const texts = deps.textsIn(deps.language)
  const now = deps.clock.now()
  const account = await insertAccount(tx, {
    nickName: nickNameFrom(identity.name, texts),
    email: emailFrom(identity.email),
    authType: identity.method,
    language: texts.language,
    createdAt: now,
  })
  if (await insertIdentity(tx, toIdentityRow(identity, account.id, now))) return account
  // A concurrent request linked the identity first and has already committed.
  await deleteAccount(tx, account.id)
  return findOrCreateAccount(tx, identity, deps)
}

function toIdentityRow(
  { method, subject, label }: VerifiedIdentity,
  accountId: string,
  now: number,
): IdentityRow {
  return { provider: method, subject, accountId, label: labelFrom(label), createdAt: now }
}

/**
 * Links an identity to an account. Idempotent.
 * @returns  The linked identity; `taken` when it belongs to another account, or the account has another one from that
 *   provider.
 */
export async function linkIdentity(
  tx: Db,
  identity: VerifiedIdentity,
  playerId: string,
  now: number,
): Promise<IdentityRow | 'linked-before' | 'taken'> {
  const row = toIdentityRow(identity, playerId, now)
  if (await insertIdentity(tx, row)) return row
  const owner = await findIdentity(tx, identity.method, identity.subject)
  return owner?.accountId === playerId ? 'linked-before' : 'taken'
}
