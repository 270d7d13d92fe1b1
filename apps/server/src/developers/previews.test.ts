/** Links by which a team tries a build before players get it. */
import { expect } from 'vitest'
import { makeFolder } from '../../test/support/builds/make-folder.ts'
import { test } from '../../test/support/hub-test.ts'
import { startTestHub, type TestHub } from '../../test/support/test-hub.ts'
import { publishFolder, readBuild, removeBuild } from '../builds/index.ts'
import { DAY_MS } from '../platform/clock.ts'

const operation = { operator: 'olga', reason: null }

async function publish({ context }: TestHub, project = 'islandm3') {
  const folder = makeFolder({ 'index.html': '<title>A</title>', 'main.js': project })
  const publication = { project, label: null, createdBy: 'olga', activate: false }
  const row = await publishFolder(context.builds, folder, publication, operation)
  const { previewUrl } = await readBuild(context.builds, row)
  return { id: row.id, link: previewUrl ?? '', label: previewUrl?.split('/').at(-1) ?? '' }
}

const open = (hub: TestHub, preview: string) =>
  hub.call('GET /developers/previews/{preview}', { params: { preview } })

test('a link opens its build at an origin of its own, without a login, for a week', async ({ hub }) => {
  const { label, link } = await publish(hub)
  expect(link).toBe(`${hub.context.config.http.publicUrl}/developers/previews/${label}`)
  const { body } = await open(hub, label)
  expect(body).toMatchObject({
    data: {
      result: {
        project: 'islandm3',
        number: 1,
        files: 2,
        isOpaque: false,
        expiresAt: (Math.floor(hub.clock.now() / DAY_MS) + 8) * DAY_MS,
      },
    },
  })
  if (body && 'data' in body) expect(body.data.result.url).toContain(`//${label}.games.`)
  hub.clock.advance(7 * DAY_MS)
  expect((await open(hub, label)).status).toBe(200)
  hub.clock.advance(DAY_MS)
  expect((await open(hub, label)).status).toBe(404)
})

test('links of one day are equal, and a later one works longer', async ({ hub }) => {
  const { context } = hub
  const { id, link } = await publish(hub)
  const row = await context.db.selectFrom('builds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect((await readBuild(context.builds, row)).previewUrl).toBe(link)
  hub.clock.advance(DAY_MS)
  expect((await readBuild(context.builds, row)).previewUrl).not.toBe(link)
})

test('a link of one build opens no other, and a wrong one is not found', async ({ hub }) => {
  const { label } = await publish(hub)
  const other = await publish(hub, 'familytown')
  await publish(hub)
  const signature = label.slice(-16)
  for (const wrong of [
    label.replace('islandm3', 'familytown'),
    label.replace('--1-', '--2-'),
    label.replace(signature, '0123456789abcdef'),
    label.replace(signature, other.label.slice(-16)),
    label.replace(/--1-[0-9a-z]+/, '--1-zzzzzz'),
    label.toUpperCase(),
    `${label}0`,
    label.slice(0, -1),
    'islandm3',
    'islandm3--1',
    '__proto__',
    'x'.repeat(120),
    '%00',
  ]) {
    const { status } = await open(hub, wrong)
    expect([wrong, status]).toEqual([wrong, 404])
  }
  expect((await open(hub, 'x'.repeat(121))).status).toBe(400)
})

test('a removed build has no preview, and neither has a hub that hosts no games', async ({ hub }) => {
  const { id, label } = await publish(hub)
  await removeBuild(hub.context.builds, { project: 'islandm3', id }, operation)
  expect((await open(hub, label)).status).toBe(404)
  const bare = await startTestHub({ env: { GAMES_HOST: '' } })
  expect((await open(bare, label)).status).toBe(404)
})
