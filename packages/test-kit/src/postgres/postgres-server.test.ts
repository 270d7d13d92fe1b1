import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { test as base } from 'vitest'
import { skipped } from '../skipped.ts'
import { postgresPrograms } from './postgres-server.ts'

const test = postgresPrograms() ? base : skipped<typeof base>('PostgreSQL is not installed')

const program = `
  import { startPostgres } from '${new URL('postgres-server.ts', import.meta.url).href}'
  const { url } = await startPostgres({ onCleanup: () => {} })
  process.stdout.write(url)
  setInterval(() => {}, 60_000)
`

test('a server ends with a process that is killed', async () => {
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(owner.stdout, 'data')) as [Buffer]
  const client = new pg.Client({ connectionString: url.toString() })
  client.on('error', () => {})
  await client.connect()
  // `once` would reject with the connection's error.
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  owner.kill('SIGKILL')
  await ended
})
