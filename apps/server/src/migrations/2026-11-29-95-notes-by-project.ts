import { type Kysely, sql } from 'kysely'

/** Notes are read by the staff of the projects where their author helps players. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // JSON; null for staff of all projects only.
  await db.schema.alterTable('player_notes').addColumn('projects', 'text').execute()
  const { rows } = await sql<{
    id: string
    project: string
  }>`select operator_id as id, project from operator_roles
    where role in ('support', 'owner') order by project`.execute(db)
  for (const [id, roles] of Map.groupBy(rows, (row) => row.id)) {
    const projects = [...new Set(roles.map(({ project }) => project))]
    if (projects.includes('*')) continue
    await sql`update player_notes set projects = ${JSON.stringify(projects)} where operator_id = ${id}`.execute(
      db,
    )
  }
}
