import type { AuthMethod, InterfaceLanguage } from '@playhub/contract'
import type { Compilable } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { prepareRowQuery } from '../platform/database/prepared-query.ts'
import { newId, toInList } from '../platform/ids.ts'
import { Refusal } from '../platform/refusal.ts'
import type { AccountRow, CredentialRow, IdentityRow } from './tables.ts'

type NewAccount = Pick<AccountRow, 'nickName' | 'email' | 'authType' | 'language' | 'createdAt'>

export function insertAccount(db: Db, account: NewAccount): Promise<AccountRow> {
  const unset = { receiptEmail: null, firstName: null, lastName: null, deletionAt: null }
  const row = { id: newId(), ...account, ...unset, bannedAt: null, bannedUntil: null }
  return db.insertInto('accounts').values(row).returningAll().executeTakeFirstOrThrow()
}

export const findAccount = prepareRowQuery((db, playerId: string) =>
  db.selectFrom('accounts').selectAll().where('id', '=', playerId),
)

/** Keyed by player id; unknown accounts are missing. */
export async function listNickNames(db: Db, playerIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'nickName'])
    .where('id', 'in', toInList(playerIds))
    .execute()
  return new Map(rows.map(({ id, nickName }) => [id, nickName]))
}

/**
 * Locks the account row until the transaction ends, which prevents erasure. Undefined when the account does not exist.
 */
export function lockAccount(
  tx: Db,
  playerId: string,
): Promise<Pick<AccountRow, 'bannedAt' | 'bannedUntil'> | undefined> {
  return tx
    .updateTable('accounts')
    .set((eb) => ({ deletionAt: eb.ref('deletionAt') }))
    .where('id', '=', playerId)
    .returning(['bannedAt', 'bannedUntil'])
    .executeTakeFirst()
}

/** An expired ban needs no update: the player may log in again. */
export function isBanned(
  { bannedAt, bannedUntil }: Pick<AccountRow, 'bannedAt' | 'bannedUntil'>,
  now: number,
): boolean {
  return bannedAt !== null && (bannedUntil === null || bannedUntil > now)
}

/** @throws Refusal ACCOUNT_BANNED */
export async function expectNotBanned(db: Db, playerId: string, now: number): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select(['bannedAt', 'bannedUntil'])
    .where('id', '=', playerId)
    .executeTakeFirst()
  if (account && isBanned(account, now)) throw new Refusal('ACCOUNT_BANNED')
}

export async function setReceiptEmail(db: Db, playerId: string, receiptEmail: string): Promise<void> {
  await db.updateTable('accounts').set({ receiptEmail }).where('id', '=', playerId).execute()
}

/** Undefined when the player was renamed in the meantime. */
export function replaceDefaultName(
  db: Db,
  { id, nickName: defaultName }: AccountRow,
  nickName: string,
): Promise<AccountRow | undefined> {
  return db
    .updateTable('accounts')
    .set({ nickName })
    .where('id', '=', id)
    .where('nickName', '=', defaultName)
    .where('firstName', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteAccount(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', playerId).execute()
}

/**
 * Links an identity to an account. False when it is already linked, or the account has another one from that provider.
 */
export async function insertIdentity(db: Db, identity: IdentityRow): Promise<boolean> {
  const linked = await db
    .insertInto('identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returning('accountId')
    .executeTakeFirst()
  return linked !== undefined
}

export function findIdentity(
  db: Db,
  provider: AuthMethod,
  subject: string,
): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** Sorted as they were linked. */
export function listIdentities(db: Db, accountId: string): Promise<IdentityRow[]> {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .orderBy('provider')
    .execute()
}

export async function deleteIdentity(db: Db, accountId: string, provider: AuthMethod): Promise<void> {
  await db
    .deleteFrom('identities')
    .where('accountId', '=', accountId)
    .where('provider', '=', provider)
    .execute()
}

export type EmailLogin = {
  playerId: string
  nickName: string
  language: InterfaceLanguage
  passwordHash: string
  /** When two-factor was confirmed; null without it. */
  twoFactorAt: number | null
}

/** The account with this email and its current password. */
export const findEmailLogin = prepareRowQuery(
  (db, email: string): Compilable<EmailLogin> =>
    db
      .selectFrom('identities')
      .innerJoin('accounts', 'accounts.id', 'identities.accountId')
      .innerJoin('credentials', 'credentials.accountId', 'identities.accountId')
      .leftJoin('secondFactors', 'secondFactors.accountId', 'identities.accountId')
      .select([
        'accounts.id as playerId',
        'accounts.nickName',
        'accounts.language',
        'credentials.hash as passwordHash',
        'secondFactors.confirmedAt as twoFactorAt',
      ])
      .where('identities.provider', '=', 'mail')
      .where('identities.subject', '=', email)
      .where('credentials.replacedAt', 'is', null),
)

export async function insertPassword(db: Db, accountId: string, hash: string, now: number): Promise<void> {
  const credential = { id: newId(), accountId, hash, createdAt: now, replacedAt: null }
  await db.insertInto('credentials').values(credential).execute()
}

export type CurrentPassword = { credentialId: string; hash: string; email: string }

/** The current password and its login email. */
export function findCurrentPassword(db: Db, accountId: string): Promise<CurrentPassword | undefined> {
  return db
    .selectFrom('credentials')
    .innerJoin('identities', 'identities.accountId', 'credentials.accountId')
    .select(['credentials.id as credentialId', 'credentials.hash', 'identities.subject as email'])
    .where('credentials.accountId', '=', accountId)
    .where('credentials.replacedAt', 'is', null)
    .where('identities.provider', '=', 'mail')
    .executeTakeFirst()
}

/** Current and former passwords, newest first. */
export function listCredentials(db: Db, accountId: string): Promise<CredentialRow[]> {
  return db
    .selectFrom('credentials')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('id', 'desc')
    .execute()
}

/** Marks the current password as replaced. */
export async function retireCredential(db: Db, accountId: string, now: number): Promise<void> {
  await db
    .updateTable('credentials')
    .set({ replacedAt: now })
    .where('accountId', '=', accountId)
    .where('replacedAt', 'is', null)
    .execute()
}

export async function hasPasskey(db: Db, accountId: string): Promise<boolean> {
  const first = await db
    .selectFrom('passkeys')
    .select('id')
    .where('accountId', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}
