/** Operator actions on players. Each change is recorded in the audit log. */
import type { PersonalData } from '@playhub/contract'
import { findLatestOperation, type Operation, recordOperation } from '../../platform/audit-log.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { Refusal } from '../../platform/refusal.ts'
import { noLoginSession, recordAccountChange } from '../account-changes/record-change.ts'
import { findAccount, isBanned, listIdentities, lockAccount } from '../account-store.ts'
import { listConsents } from '../consents/consent-store.ts'
import type { PersonalRecords } from '../deps.ts'
import { listLiveLoginSessions, revokeLoginSessionsByPlayer } from '../login-sessions/login-session-store.ts'
import { exportPersonalData } from '../profile/data-export.ts'
import { gracePeriodMs } from '../profile/deletion.ts'
import { clearDeletion, scheduleDeletion, setDeletionAt } from '../profile/deletion-store.ts'
import { eraseAccountJob, eraseNowJob } from '../profile/erasure.ts'
import type { AccountRow } from '../tables.ts'
import { takeTwoFactor } from '../two-factor/own-two-factor.ts'
import { findConfirmed } from '../two-factor/two-factor-store.ts'
import { type Ban, listAccountsByEmail, setBan } from './player-store.ts'

type Deps = { db: Db; clock: Clock; jobs: Jobs }

export type PlayerSummary = Pick<
  AccountRow,
  'id' | 'nickName' | 'email' | 'authType' | 'createdAt' | 'bannedAt' | 'bannedUntil' | 'deletionAt'
>

/** The players with this email; for anything else, the player with this id, who may not exist. */
export async function listPlayerIds(db: Db, idOrEmail: string): Promise<string[]> {
  if (!idOrEmail.includes('@')) return [idOrEmail.toLowerCase()]
  return (await listAccountsByEmail(db, idOrEmail, maxSharingEmail)).map(({ id }) => id)
}

/** Identity providers may report one email for several players. */
const maxSharingEmail = 10

export const toSummary = (account: AccountRow): PlayerSummary => {
  const { id, nickName, email, authType, createdAt, bannedAt, bannedUntil, deletionAt } = account
  return { id, nickName, email, authType, createdAt, bannedAt, bannedUntil, deletionAt }
}

/** @throws Refusal PLAYER_NOT_FOUND */
export async function readPlayer({ db, clock }: Pick<Deps, 'db' | 'clock'>, playerId: string) {
  const account = await findAccount(db, playerId)
  if (!account) throw new Refusal('PLAYER_NOT_FOUND')
  const identities = await listIdentities(db, playerId)
  const sessions = await listLiveLoginSessions(db, playerId, clock.now())
  const ban = account.bannedAt === null ? undefined : await findLatestOperation(db, playerId, 'player.ban')
  return {
    ...toSummary(account),
    /** Author and reason of a ban; null unless a ban is or was in force and was not lifted. */
    ban: ban ? { operator: ban.operator, reason: ban.reason } : null,
    receiptEmail: account.receiptEmail,
    language: account.language,
    hasTwoFactor: (await findConfirmed(db, playerId)) !== undefined,
    identities: identities.map(({ provider, label, createdAt }) => ({ provider, label, createdAt })),
    consents: await listConsents(db, playerId),
    loginSessions: sessions.map(({ id, authType, userAgent, createdAt, lastSeenAt }) => ({
      ...{ id, authType, userAgent, createdAt, lastSeenAt },
    })),
  }
}

/**
 * Bans a player: login sessions end at once on every hub, and logging in, playing and ordering are refused. A second
 * ban changes when the current one ends and its reason.
 * @param until  When the ban ends by itself; null: never.
 * @throws Refusal PLAYER_NOT_FOUND
 */
export async function banPlayer(
  deps: Deps,
  playerId: string,
  { until, ...operation }: Operation & { until: number | null },
): Promise<void> {
  const now = deps.clock.now()
  await changeBan(deps, playerId, { ...operation, action: 'player.ban' }, async (tx, before) => {
    await revokeLoginSessionsByPlayer(tx, playerId, now)
    return { bannedAt: isBanned(before, now) ? before.bannedAt : now, bannedUntil: until }
  })
}

/** @throws Refusal PLAYER_NOT_FOUND */
export async function unbanPlayer(deps: Deps, playerId: string, operation: Operation): Promise<void> {
  const lifted = { bannedAt: null, bannedUntil: null }
  await changeBan(deps, playerId, { ...operation, action: 'player.unban' }, async () => lifted)
}

async function changeBan(
  { db, clock }: Deps,
  playerId: string,
  { action, ...operation }: Operation & { action: string },
  change: (tx: Tx, before: Ban) => Promise<Ban>,
): Promise<void> {
  await transact(db, async (tx) => {
    const before = await lockAccount(tx, playerId)
    if (!before) throw new Refusal('PLAYER_NOT_FOUND')
    const after = await change(tx, before)
    await setBan(tx, playerId, after)
    await recordOperation(tx, operation, {
      action,
      subject: playerId,
      playerId,
      before,
      after,
      at: clock.now(),
    })
  })
}

/**
 * Used when a player has lost the authenticator app and the recovery codes. The player is notified by email and can
 * undo it.
 * @throws Refusal PLAYER_NOT_FOUND or SECOND_FACTOR_NOT_FOUND
 */
export async function removeTwoFactor(deps: Deps, playerId: string, operation: Operation): Promise<void> {
  await transact(deps.db, async (tx) => {
    const account = await findAccount(tx, playerId)
    if (!account) throw new Refusal('PLAYER_NOT_FOUND')
    const change = await takeTwoFactor(tx, playerId)
    await recordAccountChange(
      deps,
      tx,
      { playerId, loginSessionId: noLoginSession },
      change,
      account.language,
    )
    await recordOperation(tx, operation, {
      action: 'player.remove-second-factor',
      subject: playerId,
      playerId,
      before: { addedAt: change.secondFactor.confirmedAt },
      after: { addedAt: null },
      at: deps.clock.now(),
    })
  })
}

/** Logs a player out everywhere. @returns how many login sessions ended @throws Refusal PLAYER_NOT_FOUND */
export async function endLoginSessions(deps: Deps, playerId: string, operation: Operation): Promise<number> {
  const now = deps.clock.now()
  return transact(deps.db, async (tx) => {
    if (!(await findAccount(tx, playerId))) throw new Refusal('PLAYER_NOT_FOUND')
    const { length } = await listLiveLoginSessions(tx, playerId, now)
    await revokeLoginSessionsByPlayer(tx, playerId, now)
    await recordOperation(tx, operation, {
      action: 'player.end-sessions',
      subject: playerId,
      playerId,
      before: { loginSessions: length },
      after: { loginSessions: 0 },
      at: now,
    })
    return length
  })
}

/**
 * Everything stored about the player, for an emailed request. Recorded, because it discloses personal data.
 * @throws Refusal PLAYER_NOT_FOUND
 */
export async function exportPlayer(
  deps: Deps & { personalRecords: Pick<PersonalRecords, 'personalData'> },
  playerId: string,
  operation: Operation,
): Promise<PersonalData> {
  const { db, clock } = deps
  if (!(await findAccount(db, playerId))) throw new Refusal('PLAYER_NOT_FOUND')
  const exported = await exportPersonalData(deps, { playerId })
  await transact(db, (tx) =>
    recordOperation(tx, operation, { action: 'player.export', subject: playerId, playerId, at: clock.now() }),
  )
  return exported
}

/**
 * Deletes an account as the player would: after two weeks in which the player, notified by email, can undo it.
 * @param isAtOnce  Skips the two weeks and the email.
 * @returns  when the account will be erased
 * @throws Refusal PLAYER_NOT_FOUND
 */
export async function deletePlayer(
  deps: Deps,
  playerId: string,
  { isAtOnce, ...operation }: Operation & { isAtOnce: boolean },
): Promise<number> {
  const { db, clock, jobs } = deps
  const now = clock.now()
  return transact(db, async (tx) => {
    const account = await findAccount(tx, playerId)
    if (!account) throw new Refusal('PLAYER_NOT_FOUND')
    const deletionAt = isAtOnce ? now : (account.deletionAt ?? now + gracePeriodMs)
    if (isAtOnce) await setDeletionAt(tx, playerId, now)
    else if (await scheduleDeletion(tx, playerId, deletionAt)) {
      const change = { kind: 'deletion-requested', deletionAt } as const
      await recordAccountChange(
        deps,
        tx,
        { playerId, loginSessionId: noLoginSession },
        change,
        account.language,
      )
    }
    await jobs.enqueue(tx, isAtOnce ? eraseNowJob(playerId) : eraseAccountJob(playerId, deletionAt))
    await recordOperation(tx, operation, {
      action: 'player.delete',
      subject: playerId,
      playerId,
      before: { deletionAt: account.deletionAt },
      after: { deletionAt },
      at: now,
    })
    return deletionAt
  })
}

/**
 * Cancels a pending deletion.
 * @throws Refusal PLAYER_NOT_FOUND, also when the deletion is due
 */
export async function undoDeletion(
  { db, clock }: Deps,
  playerId: string,
  operation: Operation,
): Promise<void> {
  await transact(db, async (tx) => {
    const account = await findAccount(tx, playerId)
    if (!account || !(await clearDeletion(tx, playerId, clock.now()))) throw new Refusal('PLAYER_NOT_FOUND')
    if (account.deletionAt === null) return
    await recordOperation(tx, operation, {
      action: 'player.undo-delete',
      subject: playerId,
      playerId,
      before: { deletionAt: account.deletionAt },
      after: { deletionAt: null },
      at: clock.now(),
    })
  })
}
