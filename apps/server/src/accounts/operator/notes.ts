/** Staff's notes about players. */
import './tables.ts'
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockAccount } from '../account-store.ts'
import type { PlayerNoteRow } from './tables.ts'

type Deps = { db: Db; clock: Clock }

const maxListed = 200

/**
 * Newest first.
 * @param scope  Projects of the reader; undefined: all. A note on several projects is for readers with all of them.
 */
export async function listNotes(db: Db, playerId: string, scope?: string[]): Promise<PlayerNoteRow[]> {
  const notes = await db
    .selectFrom('playerNotes')
    .selectAll()
    .where('playerId', '=', playerId)
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
  return notes.filter((note) => {
    if (scope === undefined) return true
    const projects: string[] = note.projects === null ? [] : JSON.parse(note.projects)
    return projects.length > 0 && projects.every((project) => scope.includes(project))
  })
}

/**
 * @param projects  Those of the author in which the player is known; null: the author helps in all.
 * @throws Refusal PLAYER_NOT_FOUND
 */
export function addNote(
  { db, clock }: Deps,
  playerId: string,
  { text, projects }: { text: string; projects: string[] | null },
  operation: Operation,
): Promise<PlayerNoteRow> {
  const { operator, operatorId = null } = operation
  const createdAt = clock.now()
  const note = {
    ...{ id: newId(), playerId, operatorId, operator, text, createdAt, deletedAt: null },
    projects: projects && JSON.stringify(projects),
  }
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
