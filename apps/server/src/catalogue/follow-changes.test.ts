import { chmodSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toFinding } from '@playhub/contract/operator/sentences/checks'
import { asUnprivilegedUser } from '@playhub/test-kit/unprivileged-user'
import { expect, onTestFinished, test } from 'vitest'
import { copyContent, demoContent } from '../../test/support/content-copy.ts'
import { runOnHub } from '../../test/support/run-on-hub.ts'
import { startTestHub, type TestHub } from '../../test/support/test-hub.ts'
import { SECOND_MS } from '../platform/clock.ts'
import { createLog } from '../platform/observability/log.ts'
import { checkIntervalMs, openCatalogue } from './catalogue.ts'
import { missingPictures } from './stock-pictures.ts'
import { folderSource } from './versions/content-source.ts'

const placeholders = { GAMES_URL: 'http://games.test', SANDBOX_URL: 'http://sandbox.test' }
const token = 'a-collector-of-ours'

function open(dir: string) {
  const catalogue = openCatalogue({ source: folderSource(dir), placeholders, log: createLog('silent') })
  onTestFinished(() => catalogue.close())
  catalogue.followChanges(20)
  return catalogue
}

function edit(dir: string, change: (yaml: string) => string): void {
  const file = join(dir, 'projects/islandm3.yaml')
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

test('every hub takes new content within five seconds, and all call it by the same version', async () => {
  const dir = copyContent({})
  const hubs = [open(dir), open(dir)]
  const before = hubs[0]?.state().version
  edit(dir, (yaml) => yaml.replace('USD: 0.99', 'USD: 1.05'))
  await expect.poll(() => hubs.map((hub) => hub.item('islandm3-hints')?.price.USD)).toEqual([105, 105])
  const versions = hubs.map((hub) => hub.state().version)
  expect(new Set(versions).size).toBe(1)
  expect(versions[0]).not.toBe(before)
  expect(open(copyContent({})).state().version).toBe(before)
  expect(2 * checkIntervalMs).toBeLessThan(5 * SECOND_MS)
})

const fetchStatus = async ({ url }: TestHub) =>
  (await (await fetch(`${url}/readyz`)).json()) as {
    content: { version: string; rejectedVersion: string | null }
  }

const fetchRejectedVersion = async (hub: TestHub) => (await fetchStatus(hub)).content.rejectedVersion

test('rejected content shows in /readyz, in the metrics and in the content check, and the hub keeps the last', async () => {
  const dir = copyContent({})
  const hub = await startTestHub({ env: { CONTENT_DIR: dir, METRICS_TOKEN: token } })
  const { version } = (await fetchStatus(hub)).content
  expect((await runOnHub(hub, 'content check')).printed).toContain(
    `valid: version ${version}.\nIt is used by 1 of 1 running hub.`,
  )

  edit(dir, (yaml) => yaml.replace('USD: 0.99', 'USD: cheap'))
  await expect.poll(() => fetchRejectedVersion(hub)).not.toBeNull()
  const { content } = await fetchStatus(hub)
  expect(content.version).toBe(version)
  const metrics = await fetch(`${hub.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const text = await metrics.text()
  expect(text).toContain(`playhub_content_info{version="${version}"} 1`)
  expect(text).toContain(`playhub_content_rejected{version="${content.rejectedVersion}"} 1`)

  edit(dir, (yaml) => yaml.replace('USD: cheap', 'USD: 1.05'))
  await expect.poll(async () => (await fetchStatus(hub)).content.version).not.toBe(version)
  expect((await fetchStatus(hub)).content.rejectedVersion).toBeNull()
})

test('a folder in the place of a document is rejected like any mistake, and gone with it', async () => {
  const dir = copyContent({})
  const hub = await startTestHub({ env: { CONTENT_DIR: dir, METRICS_TOKEN: token } })
  const { version } = (await fetchStatus(hub)).content
  const folder = join(dir, 'docs/old.en.md')
  mkdirSync(folder)
  await expect.poll(() => fetchRejectedVersion(hub)).not.toBeNull()
  const { content } = await fetchStatus(hub)
  expect(content.version).toBe(version)
  expect(content.rejectedVersion).not.toBe(version)
  const metrics = await fetch(`${hub.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(await metrics.text()).toContain(`playhub_content_rejected{version="${content.rejectedVersion}"} 1`)
  await expect(runOnHub(hub, 'content check')).rejects.toThrow(
    /docs\/old\.en\.md: is a folder and must be a file$/,
  )
  rmdirSync(folder)
  await expect.poll(() => fetchRejectedVersion(hub)).toBeNull()
})

test('a file that could not be read is read again, although it has not changed', async () => {
  const dir = copyContent({})
  chmodSync(dir, 0o755)
  const catalogue = open(dir)
  const file = join(dir, 'projects/islandm3.yaml')
  edit(dir, (yaml) => yaml.replace('USD: 0.99', 'USD: 1.05'))
  await expect.poll(() => catalogue.item('islandm3-hints')?.price.USD).toBe(105)
  const { version } = catalogue.state()
  chmodSync(file, 0)
  asUnprivilegedUser(catalogue.reload)
  expect(catalogue.state()).toMatchObject({
    version,
    rejected: {
      issues: [
        toFinding('content.unreadable', {
          place: expect.stringMatching(/islandm3\.yaml$/),
          error: 'EACCES',
        }),
      ],
    },
  })
  expect(catalogue.project('islandm3')).toBeDefined()
  chmodSync(file, 0o644)
  await expect.poll(() => catalogue.state().rejected).toBeNull()
})

test('files of editors do not change the version of the content', () => {
  const dir = copyContent({})
  const { version } = open(dir).state()
  for (const name of ['._islandm3.yaml', '.islandm3.yaml.swp', '#islandm3.yaml#', 'islandm3.yaml~'])
    writeFileSync(join(dir, 'projects', name), 'not: [content')
  const catalogue = open(dir)
  catalogue.reload()
  expect(catalogue.state()).toEqual({ version, rejected: null })
})

test('content without the stock pictures shows them, and the content check names those with the sign of Playhub', async () => {
  const dir = copyContent({})
  expect(missingPictures(dir)).toEqual([])
  for (const name of ['mark.svg', 'favicon.svg']) rmSync(join(dir, 'main_images', name))
  expect(missingPictures(dir)).toEqual([
    toFinding('content.stock-picture', { path: 'main_images/favicon.svg' }),
    toFinding('content.stock-picture', { path: 'main_images/mark.svg' }),
  ])
  expect(missingPictures(demoContent)).toEqual([])
})
