/** Upgrades hubs from the previous version and rolls them back, as `docs/operate/upgrade.md` says, while players buy. */
import { join } from 'node:path'
import { freePorts } from '@playhub/test-kit/free-ports'
import { runStatement, startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { temporaryFolder } from '../../environment/content.ts'
import { readMigrations, readOrders } from '../../environment/database-orders.ts'
import { root, startEnvironment, waitUntil } from '../../environment/environment.ts'
import { isRegistryReachable, versionsToUpgrade } from '../../environment/previous-version.ts'
import { startSales } from '../../environment/sales.ts'
import { type Database, listCommands, missingPrograms, pause, typeScript } from './typed-pages.ts'

const timeoutMs = 1_200_000
const salesPerHub = 4
const page = 'upgrade.md'

const versions = versionsToUpgrade()
/** The link to the running version. */
const link = join(temporaryFolder('versions'), 'playhub')
const oldFolder = `${link}-${versions?.old}`
const installation = { REPOSITORY: root, PLAYHUB: link, OLD: versions?.old ?? '', NEW: versions?.new ?? '' }
let installing: Promise<unknown> | undefined

/** Installs both versions with their own packages, once for all tests. */
async function installOrSkip({ skip }: Pick<TestContext, 'skip'>): Promise<void> {
  if (missingPrograms.length > 0) skip(`${missingPrograms.join(', ')} must be installed`)
  if (!versions) return skip('There is no git history to take an older version from')
  if (!isRegistryReachable()) skip('The npm registry cannot be reached, so an older version gets no packages')
  const env = { ...installation, VERSION: versions.old, HOME: process.env.HOME ?? '' }
  const commands = [
    ...listCommands('install.md', 'With systemd', 'sqlite'),
    ...listCommands(page, 'Install the new version beside the old one', 'sqlite'),
  ]
  installing ??= typeScript(commands.join('\n'), root, env).finished()
  await installing
}

/** Replaces systemd: starts and stops the command in `deploy/playhub@.service`. */
const systemctl = `
declare -A pids
systemctl() {
  local port=\${2#*@}
  if [ -n "\${pids[$port]}" ]; then kill \${pids[$port]}; wait \${pids[$port]}; fi
  (cd $PLAYHUB && NODE_ENV=production PORT=$port exec node_modules/.bin/node apps/server/src/main.ts) > $HOME/hub-$port.log 2>&1 &
  pids[$port]=$!
}
`

test.for<Database>(['sqlite', 'postgres'])(
  'an upgrade and a rollback with the commands of the page lose nothing on %s',
  { timeout: timeoutMs },
  async (database, context) => {
    await installOrSkip(context)
    const home = temporaryFolder('upgrade')
    const server = database === 'postgres' ? await startPostgres() : undefined
    const [first, second, sandboxPort, gamesPort, smtpPort] = await freePorts(5)
    const hubUrls = [first, second].map((port) => `http://localhost:${port}`).slice(0, server ? 2 : 1)
    const sandboxUrl = `http://localhost:${sandboxPort}`
    const ports = `export PORT=${first} SANDBOX_PORT=${sandboxPort} GAMES_PORT=${gamesPort} SMTP_PORT=${smtpPort}`
    const oldCommands = ['From an empty folder to a first sold item', 'Content'].flatMap((section) =>
      listCommands('first-sale.md', section, database, oldFolder),
    )
    const untilReady = (url: string) => `until curl --fail --silent ${url}; do sleep 0.2; done`
    const start = [
      systemctl,
      oldCommands.join('\n').replace(/^export PORT=.*$/m, ports),
      'ln -sfn $PLAYHUB-$OLD $PLAYHUB',
      `export PUBLIC_URL=${hubUrls[0]}`,
      'node_modules/.bin/node packages/sandbox/src/main.ts > $HOME/sandbox.log 2>&1 &',
      untilReady(`${sandboxUrl}/`),
      ...hubUrls.flatMap((url) => [
        `systemctl start playhub@${new URL(url).port}`,
        untilReady(`${url}/readyz`),
      ]),
    ]
    const steps = ['Back up before', 'Restart one hub after the other', 'Roll back'].flatMap((section) =>
      listCommands(page, section, database),
    )
    const paused = steps.flatMap((commands, index) => [pause(`before ${index}`), commands])
    const env = {
      ...installation,
      HOME: home,
      FIRST: String(first),
      SECOND: String(second),
      ...(server && { DATABASE_URL: server.url }),
    }
    const shell = typeScript([...start, ...paused, pause('the end')].join('\n'), oldFolder, env)
    const databaseUrl = server?.url ?? join(home, 'data/playhub.sqlite')

    const sold: string[] = []
    const sell = async (hubUrl: string, during: () => Promise<void> = async () => {}) => {
      const sales = await startSales({ hubUrl, sandboxUrl }, 'mygame-sword')
      await during()
      const enough = sales.paid().length + salesPerHub
      await waitUntil(async () => sales.paid().length >= enough || undefined, 'the sales')
      await sales.stop()
      sold.push(...sales.paid())
    }
    await shell.untilPaused('before 0')
    for (const hubUrl of hubUrls) await sell(hubUrl)
    const oldSaleCount = sold.length
    const [migrations, soldByOld] = [await readMigrations(databaseUrl), await readOrders(databaseUrl)]
    for (const [index, commands] of steps.entries()) {
      const step = () => {
        shell.goOn()
        return shell.untilPaused(index + 1 < steps.length ? `before ${index + 1}` : 'the end')
      }
      // Players buy at a hub outside the restart.
      const restarted = commands.includes('playhub@$FIRST')
        ? hubUrls[0]
        : commands.includes('@$SECOND') && hubUrls[1]
      const other = hubUrls.find((url) => url !== restarted)
      await (other ? sell(other, step) : step())
      for (const hubUrl of hubUrls) await sell(hubUrl)
    }
    shell.goOn()
    const output = await shell.finished()
    expect(output).toMatch(/mygame.*stripe.*USD/)
    expect((await readMigrations(databaseUrl)).length).toBeGreaterThan(migrations.length)
    const atEnd = await readOrders(databaseUrl)
    expect(atEnd.length).toBe(soldByOld.length + sold.length - oldSaleCount)
    expect(atEnd).toEqual(expect.arrayContaining(soldByOld))
    const orders = atEnd.filter(({ id }) => sold.includes(id))
    expect(orders.map(({ id }) => id)).toEqual(sold.toSorted())
    for (const order of orders)
      expect(order).toMatchObject({ status: 'paid', amountMinor: 499, purchases: 1 })
  },
)

test('a migration that is interrupted is undone, the previous version sells on, and the next start repeats it', {
  timeout: timeoutMs,
}, async (context) => {
  await installOrSkip(context)
  const cleanups: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  })
  const database = await startPostgres({ onCleanup: (cleanup) => void cleanups.push(cleanup) })
  const environment = await startEnvironment({ DATABASE_URL: database.url }, 2, oldFolder)
  cleanups.push(environment.close)
  const before = await readMigrations(database.url)
  await environment.stopHub(1)
  // The migration runs, but is not recorded for a while.
  await runStatement(
    database.url,
    `create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$;
     create trigger wait before insert on kysely_migration for each row execute function wait()`,
  )
  const starting = environment.startHub(1).catch(() => {})
  await waitUntil(async () => {
    const waiting = await runStatement(
      database.url,
      `select 1 from pg_stat_activity where wait_event = 'PgSleep' and query like 'insert into "kysely_migration"%'`,
    )
    return waiting.length > 0 || undefined
  }, 'the migration')
  await environment.killHub(1)
  await starting
  // The server notices the lost hub by itself, and undoes the migration.
  await waitUntil(
    () => runStatement(database.url, 'drop trigger wait on kysely_migration').then(() => true),
    'the end of the migration',
  )
  expect(await readMigrations(database.url)).toEqual(before)
  const sales = await startSales(environment, 'islandm3-hints')
  const soldMore = (count = sales.paid().length + salesPerHub) =>
    waitUntil(async () => sales.paid().length >= count || undefined, 'the sales')
  await soldMore()

  await environment.startHub(1)
  expect((await readMigrations(database.url)).length).toBeGreaterThan(before.length)
  await soldMore()
  await sales.stop()
  const stored = await readOrders(database.url)
  const sold = stored.filter(({ id }) => sales.paid().includes(id))
  expect(sold).toHaveLength(sales.paid().length)
  for (const order of sold) expect(order).toMatchObject({ status: 'paid', purchases: 1 })
})
