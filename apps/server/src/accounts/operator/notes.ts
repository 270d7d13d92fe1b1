/** Notes about players that only staff see. */
import './tables.ts'
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockAccount } from '../account-store.ts'
import type { PlayerNoteRow } from './tables.ts'

type Deps = { db: Db; clock: Clock }

/** Newest first. */
export function listNotes(db: Db, playerId: string): Promise<PlayerNoteRow[]> {
  return db
    .selectFrom('playerNotes')
    .selectAll()
    .where('playerId', '=', playerId)
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

/** @throws Refusal PLAYER_NOT_FOUND */
export function addNote(
  { db, clock }: Deps,
  playerId: string,
  text: string,
  operation: Operation,
): Promise<PlayerNoteRow> {
  const { operator, operatorId = null } = operation
  const createdAt = clock.now()
  const note = { id: newId(), playerId, operatorId, operator, text, createdAt, deletedAt: null }
  return transact(db, async (tx) => {
    if (!(await lockAccount(tx, playerId))) throw new Refusal('PLAYER_NOT_FOUND')
    await tx.insertInto('playerNotes').values(note).execute()
    await recordOperation(tx, operation, {
      action: 'player.note',
      subject: playerId,
      playerId,
      after: { noteId: note.id },
      at: createdAt,
    })
    return note
  })
}

/** @throws Refusal NOTE_NOT_FOUND, also for another operator's note */
export async function deleteNote(
  { db, clock }: Deps,
  { playerId, noteId }: { playerId: string; noteId: string },
  operation: Operation,
): Promise<void> {
  const at = clock.now()
  await transact(db, async (tx) => {
    const deleted = await tx
      .updateTable('playerNotes')
      .set({ deletedAt: at })
      .where('id', '=', noteId)
      .where('playerId', '=', playerId)
      .where('operatorId', '=', operation.operatorId ?? '')
      .where('deletedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) throw new Refusal('NOTE_NOT_FOUND')
    await recordOperation(tx, operation, {
      action: 'player.delete-note',
      subject: playerId,
      playerId,
      before: { noteId },
      at,
    })
  })
}
