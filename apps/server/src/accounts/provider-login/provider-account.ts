import type { InterfaceLanguage, SignedIn } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { deleteAccount, findAccount, findIdentity, insertAccount, insertIdentity } from '../account-store.ts'
import type { ClientInfo, Deps } from '../deps.ts'
import type { ProvenIdentity } from '../identity-providers/provider.ts'
import { newLoginSession, signedIn } from '../login-sessions/login-session.ts'
import { insertLoginSessions } from '../login-sessions/login-session-store.ts'
import type { AccountRow, IdentityRow } from '../tables.ts'
import { emailFrom, labelFrom, nickNameFrom } from './profile-text.ts'

/** Signs in whom a provider has told us of; who is new gets an account. */
export async function signInAs(deps: Deps, proven: ProvenIdentity, visitor: ClientInfo): Promise<SignedIn> {
  const { db, clock, log } = deps
  const now = clock.now()
  const { session, nickName } = await transact(db, async (tx) => {
    const account = await findOrMakeAccount(tx, proven, visitor.language, now)
    const session = newLoginSession(account.id, proven.method, visitor, now)
    await insertLoginSessions(tx, [session])
    return { session, nickName: account.nickName }
  })
  log.info({ playerId: session.playerId, method: proven.method }, 'A player signed in through a provider')
  return signedIn(deps, session, nickName, visitor)
}

/**
 * The account of an identity. The key is the provider and its own id of the person: an address that another account has
 * proves nothing here, and links nothing.
 */
export async function findOrMakeAccount(
  tx: Db,
  proven: ProvenIdentity,
  language: InterfaceLanguage,
  now: number,
): Promise<AccountRow> {
  const known = await findIdentity(tx, proven.method, proven.subject)
  const account = known && (await findAccount(tx, known.accountId))
  return account ?? makeAccount(tx, proven, language, now)
}

async function makeAccount(
  tx: Db,
  proven: ProvenIdentity,
  language: InterfaceLanguage,
  now: number,
): Promise<AccountRow> {
  const account = newAccount(proven, language, now)
  await insertAccount(tx, account)
  if (await insertIdentity(tx, identityOf(proven, account.id, now))) return account
  // Another request was faster, and what it made is committed by now.
  await deleteAccount(tx, account.id)
  return findOrMakeAccount(tx, proven, language, now)
}

function newAccount(proven: ProvenIdentity, language: InterfaceLanguage, now: number): AccountRow {
  return {
    id: newId(),
    nickName: nickNameFrom(proven.name, language),
    email: emailFrom(proven.email),
    receiptEmail: null,
    authType: proven.method,
    language,
    createdAt: now,
    firstName: null,
    lastName: null,
    deletionAt: null,
  }
}

function identityOf({ method, subject, label }: ProvenIdentity, accountId: string, now: number): IdentityRow {
  return { provider: method, subject, accountId, label: labelFrom(label), createdAt: now }
}

/**
 * Links an identity to an account; one that is linked to it already stays.
 * @returns  False when it belongs to another account, or this one has another identity of that provider.
 */
export async function linkIdentity(
  tx: Db,
  proven: ProvenIdentity,
  playerId: string,
  now: number,
): Promise<boolean> {
  if (await insertIdentity(tx, identityOf(proven, playerId, now))) return true
  const owner = await findIdentity(tx, proven.method, proven.subject)
  return owner?.accountId === playerId
}
