import { resolve } from 'node:path'
import { ImportError, importSqlite } from '../../hub-data/import-sqlite.ts'
import { CommandError } from '../command.ts'
import type { CommandContext } from '../command-context.ts'

export async function importHub(
  { config, print, setJson }: CommandContext,
  [file = '']: string[],
): Promise<void> {
  const { databaseUrl, dataDir, buildStorage } = config
  if (databaseUrl === null)
    throw new CommandError('Set DATABASE_URL to the new PostgreSQL database, which must be empty.')
  const counts = await importSqlite({ databaseUrl, dataDir }, resolve(file)).catch((error) => {
    throw error instanceof ImportError ? new CommandError(error.message) : error
  })
  const rows = Object.values(counts).reduce((sum, each) => sum + each, 0)
  setJson({ tables: counts, rows })
  for (const [name, each] of Object.entries(counts)) print(`${String(each).padStart(9)}  ${name}`)
  print(`${rows} rows are imported. Counts, sums and lengths are equal. Start the hub with DATABASE_URL.`)
  if (buildStorage.kind === 'disk' && counts.builds)
    print(`Uploaded games are not in the database: let DATA_DIR be the folder that has them in "builds".`)
}
