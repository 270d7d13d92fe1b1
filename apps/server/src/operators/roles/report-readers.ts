import type { Db } from '../../platform/database/database.ts'

/** Operators who asked for the weekly email, and can log in. */
export function listReportReaders(db: Db): Promise<{ id: string }[]> {
  return db
    .selectFrom('operators')
    .select('id')
    .where('hasWeeklyReport', '=', 1)
    .where('state', '=', 'active')
    .orderBy('id')
    .execute()
}
