import { createCredentialStore } from '../../platform/authentication/credential-store.ts'
import type { Db } from '../../platform/database/database.ts'
import type { OperatorPasskeyRow } from '../tables.ts'

export const credentials = createCredentialStore<OperatorPasskeyRow>({
  passkeys: 'operatorPasskeys',
  recoveryCodes: 'operatorRecoveryCodes',
  owner: 'operatorId',
})

export const { insertPasskey, findPasskeyByCredential, listPasskeys, deletePasskey } = credentials
export const { insertRecoveryCodes, countRecoveryCodes, consumeRecoveryCode, deleteRecoveryCodes } =
  credentials

export async function countPasskeys(db: Db, operatorId: string): Promise<number> {
  const { count } = await db
    .selectFrom('operatorPasskeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('operatorId', '=', operatorId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Numbers of passkeys by operator id; operators without one are missing. */
export async function countAllPasskeys(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('operatorPasskeys')
    .select((eb) => ['operatorId', eb.fn.countAll<number>().as('count')])
    .groupBy('operatorId')
    .execute()
  return new Map(rows.map(({ operatorId, count }) => [operatorId, Number(count)]))
}

/** Deletes passkeys and recovery codes. The authenticator app's secret is in the operator's row. */
export async function deletePasskeysAndCodes(db: Db, operatorId: string): Promise<void> {
  await credentials.deletePasskeys(db, operatorId)
  await credentials.deleteRecoveryCodes(db, operatorId)
}
