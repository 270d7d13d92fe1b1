import type { SignedIn } from '@playhub/contract'
import type { ServerTexts } from '../../i18n/server-texts.ts'
import type { Db } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/database.ts'
import { deleteAccount, findAccount, findIdentity, insertAccount, insertIdentity } from '../account-store.ts'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import type { VerifiedIdentity } from '../identity-providers/provider.ts'
import { completeSignIn, newLoginSession } from '../login-sessions/login-session.ts'
import { insertLoginSessions } from '../login-sessions/login-session-store.ts'
import type { AccountRow, IdentityRow } from '../tables.ts'
import { emailFrom, labelFrom, nickNameFrom } from './profile-text.ts'

/** Signs a player in with a verified identity. Creates an account for a new one. */
export async function signInWithIdentity(
  deps: Deps,
  identity: VerifiedIdentity,
  client: ClientInfo,
): Promise<SignedIn> {
  const { db, clock, textsIn } = deps
  const now = clock.now()
  const texts = textsIn(client.language)
  const { session, nickName } = await transact(db, async (tx) => {
    const account = await findOrCreateAccount(tx, identity, texts, now)
    const session = newLoginSession(account.id, identity.method, client, now)
    await insertLoginSessions(tx, [session])
    return { session, nickName: account.nickName }
  })
  return completeSignIn(deps, session, nickName, client)
}

/**
 * The account of an identity, found by provider and subject only. A shared email address never links an identity to an
 * existing account.
 * @param texts  In the player's language.
 */
export async function findOrCreateAccount(
  tx: Db,
  identity: VerifiedIdentity,
  texts: ServerTexts,
  now: number,
): Promise<AccountRow> {
  const existing = await findIdentity(tx, identity.method, identity.subject)
  const account = existing && (await findAccount(tx, existing.accountId))
  return account ?? createAccount(tx, identity, texts, now)
}

async function createAccount(
  tx: Db,
  identity: VerifiedIdentity,
  texts: ServerTexts,
  now: number,
): Promise<AccountRow> {
  const account = await insertAccount(tx, {
    nickName: nickNameFrom(identity.name, texts),
    email: emailFrom(identity.email),
    authType: identity.method,
    language: texts.language,
    createdAt: now,
  })
  if (await insertIdentity(tx, identityOf(identity, account.id, now))) return account
  // A concurrent request has linked the identity first and has committed by now.
  await deleteAccount(tx, account.id)
  return findOrCreateAccount(tx, identity, texts, now)
}

function identityOf(
  { method, subject, label }: VerifiedIdentity,
  accountId: string,
  now: number,
): IdentityRow {
  return { provider: method, subject, accountId, label: labelFrom(label), createdAt: now }
}

/**
 * Links an identity to an account. Idempotent.
 * @returns  The linked identity; `taken` when it belongs to another account, or the account has another identity of the
 *   provider.
 */
export async function linkIdentity(
  tx: Db,
  identity: VerifiedIdentity,
  playerId: string,
  now: number,
): Promise<IdentityRow | 'linked-before' | 'taken'> {
  const row = identityOf(identity, playerId, now)
  if (await insertIdentity(tx, row)) return row
  const owner = await findIdentity(tx, identity.method, identity.subject)
  return owner?.accountId === playerId ? 'linked-before' : 'taken'
}
