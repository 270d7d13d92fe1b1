/**
 * Kills the hub with SIGKILL while it publishes a draft of two documents, at a random moment of each round, and damages the
 * copy that it leaves. Players read both documents of the version before or both of the new one.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hubFiles } from '@playhub/contract/operator'
import { expect } from 'vitest'
import { query } from '../../environment/database-orders.ts'
import { root, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { startContentEnvironment } from '../../steps/content.ts'
import { type OperatorSession, openOwnerSession } from '../../steps/operator-session.ts'

const runs = 12
const drafts = `/content/drafts/${hubFiles}`
const names = ['terms', 'offer']

const test = journey({ start: () => startContentEnvironment() })

test(`players read whole versions after each of ${runs} kills of the hub that publishes them`, async ({
  environment,
}) => {
  const owner = await openOwnerSession(environment)
  await expect.poll(() => readState(owner)).toMatchObject({ source: 'database', version: 1 })
  const startedAt = performance.now()
  await publishRound(owner, 0)
  const publishMs = performance.now() - startedAt
  let round = 0
  for (let run = 1; run <= runs; run++) {
    const published = publishRound(owner, run).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * publishMs))
    await environment.killHub()
    const isAcknowledged = (await published)?.status === 200
    if (run % 2 === 0) damageCopies(environment)
    await environment.startHub()
    const [first, second] = await Promise.all(names.map((name) => readRound(environment, name)))
    expect(first).toBe(second)
    expect([round, run]).toContain(first)
    if (isAcknowledged) expect(first).toBe(run)
    round = first ?? -1
    await expectWholeCopy(environment)
  }
  expect((await publishRound(owner, runs + 1)).status).toBe(200)
  expect(await readRound(environment, 'offer')).toBe(runs + 1)
}, 600_000)

const readState = async (owner: OperatorSession) =>
  ((await owner.call('GET', '/content')).body as { data: { result: object } }).data.result

async function publishRound(owner: OperatorSession, round: number) {
  for (const name of names) {
    const path = `${drafts}/files/${encodeURIComponent(`docs/${name}.en.md`)}`
    const { body } = await owner.call('GET', path)
    const { baseSha256 } = (body as { data: { result: { baseSha256: string } } }).data.result
    const text = `${readFileSync(join(root, `content/docs/${name}.en.md`))}\n\nRound ${round}.\n`
    await owner.call('PUT', path, { text, baseSha256 })
  }
  return owner.call('POST', `${drafts}/publish`, { reason: 'A test' })
}

async function readRound({ hubUrl }: TestEnvironment, name: string): Promise<number> {
  const page = await fetch(`${hubUrl}/docs/${name}.html`, { headers: { 'accept-language': 'en' } })
  return Number(/Round (\d+)\./.exec(await page.text())?.[1])
}

const findCache = ({ database }: TestEnvironment) => join(dirname(database), 'content-cache')

/** A power cut takes what the disk has not written yet. */
function damageCopies(environment: TestEnvironment): void {
  for (const file of globSync(`${findCache(environment)}/trees/*/docs/*.en.md`)) {
    if (file.includes('terms')) truncateSync(file, 10)
    else rmSync(file)
  }
}

/** The newest version's files are on the disk as they are in the database. */
async function expectWholeCopy(environment: TestEnvironment): Promise<void> {
  const rows = await query<{ path: string; sha256: string }>(
    environment.database,
    `select path, sha256 from content_files f where sha256 is not null
      and version = (select max(version) from content_files where path = f.path)`,
  )
  const trees = globSync(`${findCache(environment)}/trees/*`)
  const whole = trees.filter((tree) =>
    rows.every(({ path, sha256 }) => {
      const file = join(tree, path)
      return (
        statSync(file, { throwIfNoEntry: false }) &&
        createHash('sha256').update(readFileSync(file)).digest('hex') === sha256
      )
    }),
  )
  expect(whole).toHaveLength(1)
}
