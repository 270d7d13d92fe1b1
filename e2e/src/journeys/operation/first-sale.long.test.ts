/** Types the commands in `docs/operate/first-sale.md` as they are, in a shell, as a new operator would. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '@playhub/test-kit/free-ports'
import { startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../environment/content.ts'
import { calculateTotals, listPaid, readOrders } from '../../environment/database-orders.ts'
import { root, waitUntil } from '../../environment/environment.ts'
import { startSales } from '../../environment/sales.ts'
import { type Database, listCommands, missingPrograms, pause, typeScript } from './typed-pages.ts'

const page = 'first-sale.md'
const title = 'From an empty folder to a first sold item'
const item = 'mygame-sword'
const salesBefore = 20
const salesAfter = 5

test.for<Database>(['sqlite', 'postgres'])(
  'a newcomer sells an item, backs up under load and restores on %s with the commands of the page',
  { timeout: 400_000 },
  async (database, context) => {
    if (missingPrograms.length > 0) return context.skip(`${missingPrograms.join(', ')} must be installed`)
    const home = temporaryFolder('first-sale')
    const server = database === 'postgres' ? await startPostgres() : undefined
    const [port, sandboxPort, gamesPort, smtpPort] = await freePorts(4)
    const ports = `export PORT=${port} SANDBOX_PORT=${sandboxPort} GAMES_PORT=${gamesPort} SMTP_PORT=${smtpPort}`
    const sections = [title, 'Content', 'Start', 'Publish the game', 'Sell'].flatMap((section) =>
      listCommands(page, section, database),
    )
    const [backUp = '', ...restore] = listCommands(page, 'Back up and restore', database)
    const typed = sections.join('\n')
    const first = typed.replace(/^export PORT=.*$/m, ports)
    expect(first).not.toBe(typed)

    const script = [first, pause('sold'), backUp, pause('backed up'), ...restore].join('\n')
    const shell = typeScript(script, root, { HOME: home, ...(server && { DATABASE_URL: server.url }) })
    await shell.untilPaused('sold')
    const hubUrl = `http://localhost:${port}`
    const sales = await startSales({ hubUrl, sandboxUrl: `http://localhost:${sandboxPort}` }, item)
    const soldAtLeast = (count: number) =>
      waitUntil(async () => sales.paid().length >= count || undefined, `${count} sales`)
    await soldAtLeast(salesBefore)
    const before = sales.paid()
    shell.goOn()
    await shell.untilPaused('backed up')
    await soldAtLeast(sales.paid().length + salesAfter)
    await sales.stop()
    const live = await readOrders(server?.url ?? join(home, 'data/playhub.sqlite'))
    shell.goOn()
    const output = await shell.finished()
    expect(output).toMatch(/mygame.*stripe.*USD.*4\.99/)
    expect(output).toContain('Build 1 of mygame: 1 file\n')
    expect(output).toContain('is complete and can be restored')
    // Before the backup, and from the restored folder.
    expect(output.match(/<h1>A game about a sword/g)).toHaveLength(2)
    expect(readdirSync(join(home, 'restored/builds/mygame'))).toHaveLength(1)
    expect(readFileSync(join(home, 'restored-content/projects/mygame.yaml'), 'utf8')).toContain(
      'mygame-sword',
    )

    const restored = await readOrders(
      server ? server.url.replace(/[^/]*$/, 'restored') : join(home, 'restored/playhub.sqlite'),
    )
    const paid = listPaid(restored)
    const ids = paid.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(before))
    // The backup captures one moment during the load.
    expect(paid.length).toBeLessThan(listPaid(live).length)
    const sameInLive = listPaid(live).filter(({ id }) => ids.includes(id))
    expect(paid).toEqual(sameInLive)
    expect(calculateTotals(restored)).toEqual(calculateTotals(sameInLive))
    const swords = paid.filter(({ itemId }) => itemId === item)
    expect(calculateTotals(swords)).toEqual({
      [`${item} USD`]: { orders: swords.length, sumMinor: 499 * swords.length },
    })
    // The demo player also has purchases from before the hub existed.
    const sold = paid.filter(({ id }) => sales.paid().includes(id))
    for (const { purchases } of sold) expect(purchases).toBe(1)
  },
)
