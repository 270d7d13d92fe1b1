/** Types the commands of `docs/operate/first-sale.md` as they are, in a shell, as a new operator would. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { postgresPrograms, startPostgres } from '../../../../apps/server/src/testing/postgres-server.ts'
import { freePorts } from '../../../../scripts/free-ports.ts'
import { temporaryFolder } from '../../environment/content.ts'
import { root } from '../../environment/environment.ts'

type Database = 'sqlite' | 'postgres'

const page = readFileSync(join(root, 'docs/operate/first-sale.md'), 'utf8')
const missing = ['bash', 'curl', 'jq', 'pg_dump', 'psql'].filter((program) => !isInstalled(program))
if (!postgresPrograms()) missing.push('PostgreSQL')

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The marked commands in order, those of the other database left out. */
function commandsFor(database: Database): string[] {
  const blocks = [...page.matchAll(/<!-- typed(?:: (\w+))? -->\n```sh\n(.*?)```/gs)]
  return blocks.flatMap(([, only, text = '']) => (only === undefined || only === database ? [text] : []))
}

test.for<Database>(['sqlite', 'postgres'])(
  'a newcomer sells an item, backs up and restores with the commands of the page on %s',
  { timeout: 200_000 },
  async (database, context) => {
    if (missing.length > 0) return context.skip(`${missing.join(', ')} must be installed`)
    const home = temporaryFolder('first-sale')
    const server = database === 'postgres' ? await startPostgres() : undefined
    const [port, sandboxPort, gamesPort, smtpPort] = await freePorts(4)
    const ports = `export PORT=${port} SANDBOX_PORT=${sandboxPort} GAMES_PORT=${gamesPort} SMTP_PORT=${smtpPort}`
    const typed = commandsFor(database).join('\n')
    const script = typed.replace(/^export PORT=.*$/m, ports)
    expect(script).not.toBe(typed)

    const stopAtEnd = 'trap \'kill "$server" 2>/dev/null || true\' EXIT\n'
    const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', stopAtEnd + script], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: home, ...(server && { DATABASE_URL: server.url }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void shell.kill('SIGTERM'))
    let output = ''
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (text) => (output += text))
    const [code] = await once(shell, 'close')
    expect(output, `the shell exited with ${code}`).toMatch(/mygame.*stripe.*USD.*4\.99/)
    expect(code, output).toBe(0)
    if (database === 'sqlite') expect(output).toContain('is complete and can be restored')
  },
)
