/** An operator's own authenticator app and passkeys. One of them always stays. */
import type { PasskeyAttestation } from '@playhub/contract'
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { keyUri, newSecret } from '../../platform/authentication/totp.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { enqueueAlert } from '../alerts/alerts.ts'
import type { Deps } from '../deps.ts'
import { findOperator, lockOperator, updateOperator } from '../operator-store.ts'
import type { OperatorPasskeyRow, OperatorRow } from '../tables.ts'
import { consumeAppCode } from '../two-factor/check-code.ts'
import { createRegistrationOptions, verifyAttestation } from '../two-factor/new-passkey.ts'
import {
  countPasskeys,
  countRecoveryCodes,
  deletePasskey,
  insertPasskey,
  listPasskeys,
} from '../two-factor/two-factor-store.ts'

export type TwoFactorMethodList = {
  appAddedAt: number | null
  passkeys: Pick<OperatorPasskeyRow, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>[]
  recoveryCodes: number
}
type Operator = Pick<OperatorRow, 'id' | 'email' | 'name'>

export async function readTwoFactor({ db }: Pick<Deps, 'db'>, id: string): Promise<TwoFactorMethodList> {
  const operator = await findOperator(db, id)
  return {
    appAddedAt: operator?.totpConfirmedAt ?? null,
    passkeys: (await listPasskeys(db, id)).map(toOwnPasskey),
    recoveryCodes: await countRecoveryCodes(db, id),
  }
}

const toOwnPasskey = ({ id, name, createdAt, lastUsedAt }: OperatorPasskeyRow) => ({
  id,
  name,
  createdAt,
  lastUsedAt,
})

/** Creates a secret for an app. The ticket proves its origin: this hub, this operator, ten minutes ago at most. */
export function startNewApp(
  { loginTickets, getBrand }: Pick<Deps, 'loginTickets' | 'getBrand'>,
  { id, email }: Operator,
): { secret: string; secretUri: string; ticket: string } {
  const secret = newSecret()
  const secretUri = keyUri({ secret, issuer: `${getBrand()} console`, accountName: email })
  return { secret, secretUri, ticket: loginTickets.issue(id, secret) }
}

/**
 * Adds an app by its first code. It replaces the one before.
 * @throws Refusal SECOND_FACTOR_SET_UP_EXPIRED or SECOND_FACTOR_CODE_INCORRECT
 */
export async function confirmNewApp(
  deps: Deps,
  id: string,
  { secret, ticket: given, code }: { secret: string; ticket: string; code: string },
  operation: Operation,
): Promise<void> {
  const { loginTickets } = deps
  const ticket = loginTickets.read(given)
  if (ticket?.userId !== id || !loginTickets.isAuthentic(ticket, secret))
    throw new Refusal('SECOND_FACTOR_SET_UP_EXPIRED')
  await change(deps, id, operation, async (tx, operator, at) => {
    if (!(await consumeAppCode(deps, tx, { id, totpSecret: secret }, code)))
      throw new Refusal('SECOND_FACTOR_CODE_INCORRECT')
    await updateOperator(tx, id, { totpSecret: secret, totpConfirmedAt: at })
    return { action: 'operator.add-app', before: { app: operator.totpSecret !== null }, after: { app: true } }
  })
}

/** @throws Refusal SECOND_FACTOR_NOT_FOUND or LAST_SECOND_FACTOR */
export async function removeApp(deps: Deps, id: string, operation: Operation): Promise<void> {
  await change(deps, id, operation, async (tx, { totpSecret }) => {
    if (totpSecret === null) throw new Refusal('SECOND_FACTOR_NOT_FOUND')
    if ((await countPasskeys(tx, id)) === 0) throw new Refusal('LAST_SECOND_FACTOR')
    await updateOperator(tx, id, { totpSecret: null, totpConfirmedAt: null })
    return { action: 'operator.remove-app', before: { app: true }, after: { app: false } }
  })
}

const toPurpose = (id: string) => `add for ${id}`

/** Options for `navigator.credentials.create`. */
export function createNewPasskeyOptions(deps: Deps, operator: Operator): Promise<{ challenge: string }> {
  return createRegistrationOptions(deps, operator, toPurpose(operator.id))
}

/** @throws Refusal PASSKEY_NOT_ACCEPTED or PASSKEY_EXISTS */
export async function addPasskey(
  deps: Deps,
  id: string,
  { name, response }: { name: string; response: PasskeyAttestation },
  operation: Operation,
): Promise<void> {
  const { challenge, passkey } = await verifyAttestation(deps, id, response, toPurpose(id))
  await change(deps, id, operation, async (tx, _operator, at) => {
    if (!(await deps.passkeys.challenges.consume(tx, challenge))) throw new Refusal('PASSKEY_NOT_ACCEPTED')
    const owned = { id: newId(), operatorId: id, name, createdAt: at, lastUsedAt: null }
    if (!(await insertPasskey(tx, { ...passkey, ...owned }))) throw new Refusal('PASSKEY_EXISTS')
    return { action: 'operator.add-passkey', after: { passkey: name } }
  })
}

/** @throws Refusal PASSKEY_NOT_FOUND or LAST_SECOND_FACTOR */
export async function removePasskey(
  deps: Deps,
  id: string,
  passkeyId: string,
  operation: Operation,
): Promise<void> {
  await change(deps, id, operation, async (tx, { totpSecret }) => {
    const passkey = await deletePasskey(tx, id, passkeyId)
    if (!passkey) throw new Refusal('PASSKEY_NOT_FOUND')
    if (totpSecret === null && (await countPasskeys(tx, id)) === 0) throw new Refusal('LAST_SECOND_FACTOR')
    return { action: 'operator.remove-passkey', before: { passkey: passkey.name } }
  })
}

type Change = { action: string; before?: object; after?: object }

/** Locks the operator, so two removals cannot leave nothing; records the change and mails the operator. */
async function change(
  deps: Deps,
  id: string,
  operation: Operation,
  apply: (tx: Tx, operator: OperatorRow, at: number) => Promise<Change>,
): Promise<void> {
  const at = deps.clock.now()
  await transact(deps.db, async (tx) => {
    const operator = await lockOperator(tx, id)
    if (!operator) throw new Refusal('OPERATOR_NOT_FOUND')
    const changed = await apply(tx, operator, at)
    await recordOperation(tx, operation, { ...changed, subject: id, at })
    await enqueueAlert(deps, tx, { alert: 'two-factor-changed', operatorId: id, at })
  })
}
