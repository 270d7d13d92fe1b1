import type { RecentChanges } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import { AccountChange } from './account-change.ts'
import { listChangesByAccount } from './account-change-store.ts'
import { findPendingUndo } from './pending-undo-store.ts'

/** The owner's view in the hub: recent account changes, newest first, and a pending undo. */
export async function listRecentChanges(db: Db, accountId: string): Promise<RecentChanges> {
  const rows = (await listChangesByAccount(db, accountId)).filter(({ undoneAt }) => undoneAt === null)
  const pendingUndo = await findPendingUndo(db, accountId)
  return {
    changes: rows.reverse().map(({ change, createdAt }) => ({
      kind: AccountChange.parse(JSON.parse(change)).kind,
      changedAt: createdAt,
    })),
    undoAt: pendingUndo?.effectiveAt ?? null,
  }
}
