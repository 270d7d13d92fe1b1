import { type LoggedIn, recognisedLanguages } from '@playhub/contract'
import type { MessagesIn } from '../../../i18n/server-messages.ts'
import type { Db } from '../../../platform/database/database.ts'
import { transact } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import {
  deleteAccount,
  findAccount,
  findIdentity,
  insertAccount,
  insertIdentity,
  replaceDefaultName,
} from '../../account-store.ts'
import type { ClientInfo } from '../../client-info.ts'
import { newConsent } from '../../consents/consent.ts'
import { insertConsent } from '../../consents/consent-store.ts'
import type { Deps } from '../../deps.ts'
import { completeLogin, type LoginDeps, newLoginSession } from '../../login-sessions/login-session.ts'
import { insertLoginSession } from '../../login-sessions/login-session-store.ts'
import type { AccountRow, IdentityRow } from '../../tables.ts'
import type { VerifiedIdentity } from '../providers/provider.ts'
import { emailFrom, givenName, labelFrom, nickNameFrom } from './profile-text.ts'

/**
 * Logs a player in with a verified identity. Creates an account for a new identity.
 * @throws Refusal CONSENT_REQUIRED, ACCOUNT_BANNED
 */
export async function loginWithIdentity(
  deps: LoginDeps,
  identity: VerifiedIdentity,
  client: ClientInfo,
  hasConsented: boolean,
): Promise<LoggedIn> {
  const { session, nickName } = await transact(deps.db, async (tx) => {
    if (!hasConsented && (await needsConsent(deps, tx, identity))) throw new Refusal('CONSENT_REQUIRED')
    const account = await findOrCreateAccount(tx, identity, { ...deps, language: client.language })
    if (hasConsented) await insertConsent(tx, account.id, newConsent(deps, client))
    const session = newLoginSession(deps, account.id, identity.method, client)
    await insertLoginSession(tx, session)
    return { session, nickName: account.nickName }
  })
  return completeLogin(deps, session, nickName, client)
}

/** True when logging in with the identity would create an account, and the hub requires a consent before. */
export async function needsConsent(
  { requiresConsent }: Pick<Deps, 'requiresConsent'>,
  tx: Db,
  { method, subject }: VerifiedIdentity,
): Promise<boolean> {
  return requiresConsent() && (await findIdentity(tx, method, subject)) === undefined
}

type AccountDeps = Pick<Deps, 'clock' | 'messagesIn'> & {
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
  { messagesIn }: AccountDeps,
): Promise<AccountRow> {
  const nickName = givenName(identity.name)
  if (nickName === null || hasName(account, messagesIn)) return account
  return (await replaceDefaultName(tx, account, nickName)) ?? account
}

/** False while the account has the hub's default name in any of its languages. */
function hasName({ firstName, nickName }: AccountRow, messagesIn: MessagesIn): boolean {
  const defaults = recognisedLanguages.map((language) => messagesIn(language).pages.playerName)
  return firstName !== null || !defaults.includes(nickName)
}

async function createAccount(tx: Db, identity: VerifiedIdentity, deps: AccountDeps): Promise<AccountRow> {
  const messages = deps.messagesIn(deps.language)
  const now = deps.clock.now()
  const account = await insertAccount(tx, {
    nickName: nickNameFrom(identity.name, messages),
    email: emailFrom(identity.email),
    authType: identity.method,
    language: messages.language,
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
 * @returns  The linked identity; `taken` when it belongs to another account, or the account has another one from this
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
