import type { InterfaceLanguage, TwoFactor, TwoFactorSetup } from '@playhub/contract'
import { consumeAppCode } from '../../platform/authentication/consume-code.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../../platform/authentication/recovery-codes.ts'
import { keyUri, newSecret } from '../../platform/authentication/totp.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordAccountChange } from '../account-changes/record-change.ts'
import { findAccount, findCurrentPassword, lockAccount } from '../account-store.ts'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { expectReauthentication } from '../login-sessions/recent-reauthentication.ts'
import { countTry, toApp } from './code-check.ts'
import {
  confirmTwoFactor,
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteTwoFactor,
  findConfirmed,
  findTwoFactor,
  insertRecoveryCodes,
  replaceUnconfirmed,
} from './two-factor-store.ts'

export async function ownTwoFactor(db: Db, playerId: string): Promise<TwoFactor> {
  const factor = await findConfirmed(db, playerId)
  return { addedAt: factor?.confirmedAt ?? null, recoveryCodesLeft: await countRecoveryCodes(db, playerId) }
}

/**
 * Creates a secret for an authenticator app. Login needs no code until a first one confirms the app has it.
 * @throws Refusal REAUTHENTICATION_REQUIRED, PASSWORD_NOT_SET or SECOND_FACTOR_EXISTS
 */
export async function setUpTwoFactor(
  deps: Deps,
  actor: Actor,
  language: InterfaceLanguage,
): Promise<TwoFactorSetup> {
  const { db, clock } = deps
  const { playerId } = actor
  await expectReauthentication(deps, actor)
  if (!(await findCurrentPassword(db, playerId))) throw new Refusal('PASSWORD_NOT_SET')
  const secret = newSecret()
  const account = await transact(db, async (tx) => {
    if (!(await lockAccount(tx, playerId))) throw new Refusal('UNAUTHORIZED')
    const row = { accountId: playerId, secret, createdAt: clock.now(), confirmedAt: null }
    if (!(await replaceUnconfirmed(tx, row))) throw new Refusal('SECOND_FACTOR_EXISTS')
    return findAccount(tx, playerId)
  })
  return {
    secret,
    uri: keyUri({ secret, issuer: deps.messagesIn(language).brand, accountName: account?.email ?? playerId }),
  }
}

/**
 * Turns two-factor on with the app's first code, and notifies the player by email.
 * @returns  The recovery codes, which are stored as hashes only.
 * @throws Refusal REAUTHENTICATION_REQUIRED, SECOND_FACTOR_NOT_FOUND, SECOND_FACTOR_EXISTS,
 *   SECOND_FACTOR_CODE_INCORRECT or TOO_MANY_REQUESTS
 */
export async function turnTwoFactorOn(
  deps: Deps,
  actor: Actor,
  code: string,
  client: ClientInfo,
): Promise<string[]> {
  const { db, clock } = deps
  const { playerId } = actor
  await expectReauthentication(deps, actor)
  const forgetTries = await countTry(deps, playerId, client)
  const recoveryCodes = newRecoveryCodes()
  await transact(db, async (tx) => {
    if (!(await lockAccount(tx, playerId))) throw new Refusal('UNAUTHORIZED')
    const setup = await findTwoFactor(tx, playerId)
    if (!setup) throw new Refusal('SECOND_FACTOR_NOT_FOUND')
    if (setup.confirmedAt !== null) throw new Refusal('SECOND_FACTOR_EXISTS')
    if (!(await consumeAppCode(deps, tx, toApp(setup), code)))
      throw new Refusal('SECOND_FACTOR_CODE_INCORRECT')
    const secondFactor = await confirmTwoFactor(tx, setup, clock.now())
    if (!secondFactor) throw new Refusal('SECOND_FACTOR_NOT_FOUND')
    await insertRecoveryCodes(tx, playerId, recoveryCodes.map(hashRecoveryCode))
    await forgetTries(tx)
    await recordAccountChange(deps, tx, actor, { kind: 'second-factor-added' }, client.language)
  })
  return recoveryCodes
}

/**
 * Replaces the recovery codes, when a player has used or lost them, and notifies the player by email.
 * @returns  New codes, stored as hashes only.
 * @throws Refusal REAUTHENTICATION_REQUIRED or SECOND_FACTOR_NOT_FOUND
 */
export async function renewRecoveryCodes(
  deps: Deps,
  actor: Actor,
  language: InterfaceLanguage,
): Promise<string[]> {
  const { playerId } = actor
  await expectReauthentication(deps, actor)
  const renewed = newRecoveryCodes()
  await transact(deps.db, async (tx) => {
    if (!(await lockAccount(tx, playerId))) throw new Refusal('UNAUTHORIZED')
    if (!(await findConfirmed(tx, playerId))) throw new Refusal('SECOND_FACTOR_NOT_FOUND')
    const recoveryCodes = await deleteRecoveryCodes(tx, playerId)
    await insertRecoveryCodes(tx, playerId, renewed.map(hashRecoveryCode))
    await recordAccountChange(deps, tx, actor, { kind: 'recovery-codes-renewed', recoveryCodes }, language)
  })
  return renewed
}

/**
 * Turns two-factor off and notifies the player by email.
 * @throws Refusal REAUTHENTICATION_REQUIRED or SECOND_FACTOR_NOT_FOUND
 */
export async function turnTwoFactorOff(deps: Deps, actor: Actor, language: InterfaceLanguage): Promise<void> {
  const { playerId } = actor
  await expectReauthentication(deps, actor)
  await transact(deps.db, async (tx) => {
    await recordAccountChange(deps, tx, actor, await takeTwoFactor(tx, playerId), language)
  })
}

/**
 * Deletes two-factor and its recovery codes.
 * @returns  The change and what it takes to undo it.
 * @throws Refusal SECOND_FACTOR_NOT_FOUND
 */
export async function takeTwoFactor(tx: Tx, playerId: string) {
  const recoveryCodes = await deleteRecoveryCodes(tx, playerId)
  const secondFactor = await deleteTwoFactor(tx, playerId)
  if (!secondFactor?.confirmedAt) throw new Refusal('SECOND_FACTOR_NOT_FOUND')
  return { kind: 'second-factor-removed', secondFactor, recoveryCodes } as const
}
