import type { Db } from '../database/database.ts'

/** A WebAuthn credential, without its owner. */
export type StoredPasskey = {
  id: string
  /** Chosen by the authenticator, as base64url. */
  credentialId: string
  /** COSE key, as base64url. */
  publicKey: string
  /** The authenticator's signature counter. Synced passkeys keep it at zero. */
  counter: number
  /** JSON array of WebAuthn transports; a browser hint. */
  transports: string
  name: string
  /** 1 if the authenticator has backed the key up, 0 otherwise. */
  isSynced: number
  createdAt: number
  lastUsedAt: number | null
}

type PlayerNames = { passkeys: 'passkeys'; recoveryCodes: 'recoveryCodes'; owner: 'accountId' }
type OperatorNames = {
  passkeys: 'operatorPasskeys'
  recoveryCodes: 'operatorRecoveryCodes'
  owner: 'operatorId'
}

/** Passkeys and recovery codes of players or of operators, whose tables are apart and differ in names only. */
export function createCredentialStore<Row extends StoredPasskey>(names: PlayerNames | OperatorNames) {
  return { ...createPasskeyStore<Row>(names), ...createRecoveryCodeStore(names) }
}

function createPasskeyStore<Row extends StoredPasskey>(names: PlayerNames | OperatorNames) {
  // Typed as the players' tables: the columns are the same.
  const { passkeys, owner } = names as PlayerNames
  const toRow = (found: StoredPasskey | undefined) => found as Row | undefined
  return {
    /** False when the credential is already registered. */
    async insertPasskey(db: Db, passkey: Row): Promise<boolean> {
      const inserted = await db
        .insertInto(passkeys)
        .values(passkey as Row & { accountId: string })
        .onConflict((conflict) => conflict.column('credentialId').doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    },

    async findPasskeyByCredential(db: Db, credentialId: string): Promise<Row | undefined> {
      const query = db.selectFrom(passkeys).selectAll().where('credentialId', '=', credentialId)
      return toRow(await query.executeTakeFirst())
    },

    /** Records a use. False when a concurrent use has changed the counter, or the passkey was removed. */
    async recordPasskeyUse(
      db: Db,
      { id, counter }: Pick<StoredPasskey, 'id' | 'counter'>,
      use: Pick<StoredPasskey, 'counter' | 'isSynced' | 'lastUsedAt'>,
    ): Promise<boolean> {
      const updated = await db
        .updateTable(passkeys)
        .set(use)
        .where('id', '=', id)
        .where('counter', '=', counter)
        .returning('id')
        .executeTakeFirst()
      return updated !== undefined
    },

    /** Oldest first. */
    async listPasskeys(db: Db, ownerId: string): Promise<Row[]> {
      const query = db.selectFrom(passkeys).selectAll().where(owner, '=', ownerId).orderBy('id')
      return (await query.execute()) as StoredPasskey[] as Row[]
    },

    /** Deletes a passkey and returns it. */
    async deletePasskey(db: Db, ownerId: string, id: string): Promise<Row | undefined> {
      const query = db.deleteFrom(passkeys).where('id', '=', id).where(owner, '=', ownerId).returningAll()
      return toRow(await query.executeTakeFirst())
    },

    async deletePasskeys(db: Db, ownerId: string): Promise<void> {
      await db.deleteFrom(passkeys).where(owner, '=', ownerId).execute()
    },
  }
}

function createRecoveryCodeStore(names: PlayerNames | OperatorNames) {
  const { recoveryCodes, owner } = names as PlayerNames
  return {
    async insertRecoveryCodes(db: Db, ownerId: string, hashes: string[]): Promise<void> {
      if (hashes.length === 0) return
      const codes = hashes.map((hash) => ({ hash, [owner]: ownerId }) as { hash: string; accountId: string })
      await db.insertInto(recoveryCodes).values(codes).execute()
    },

    async countRecoveryCodes(db: Db, ownerId: string): Promise<number> {
      const { count } = await db
        .selectFrom(recoveryCodes)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where(owner, '=', ownerId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** Consumes a recovery code. False when the owner has no such code. */
    async consumeRecoveryCode(db: Db, ownerId: string, hash: string): Promise<boolean> {
      const used = await db
        .deleteFrom(recoveryCodes)
        .where(owner, '=', ownerId)
        .where('hash', '=', hash)
        .returning('hash')
        .executeTakeFirst()
      return used !== undefined
    },

    /** Deletes the recovery codes and returns their hashes. */
    async deleteRecoveryCodes(db: Db, ownerId: string): Promise<string[]> {
      const deleted = await db
        .deleteFrom(recoveryCodes)
        .where(owner, '=', ownerId)
        .returning('hash')
        .execute()
      return deleted.map(({ hash }) => hash)
    },
  }
}

export type CredentialStore<Row extends StoredPasskey> = ReturnType<typeof createCredentialStore<Row>>
