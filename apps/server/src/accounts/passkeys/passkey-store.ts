import type { Db } from '../../platform/database/database.ts'
import { credentials } from '../credential-store.ts'
import type { PasskeyRow } from './tables.ts'

export const { insertPasskey, findPasskeyByCredential, listPasskeys, deletePasskey, deletePasskeys } =
  credentials

export function renamePasskey(
  db: Db,
  accountId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .returningAll()
    .executeTakeFirst()
}
