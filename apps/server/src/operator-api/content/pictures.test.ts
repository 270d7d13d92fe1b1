import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { OperatorRouteResponse } from '@playhub/contract/operator'
import sharp from 'sharp'
import { expect } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { test as base } from '../../../test/support/hub-test.ts'
import { addTestOperator, type OperatorClient } from '../../../test/support/operators/operator-client.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'

const all = { role: 'owner', project: '*' } as const
const producer = { role: 'producer', project: 'islandm3' } as const
const project = 'islandm3'
const prefix = `main_images/${project}/`

const test = base
  .extend('owned', async ({ hub }) => {
    // The console is there from the first owner on.
    await addTestOperator(hub, all)
    return hub
  })
  .extend('taken', async ({ owned: hub }) => {
    await runOnHub(hub, ['content', 'import', copyContent({})])
    await hub.context.catalogue.refresh()
    return hub
  })

const drawPng = (width = 64, height = 64, colour = '#c04020') =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()

type Saved = OperatorRouteResponse<'PUT /content/drafts/{project}/pictures/{path}'>['data']['result']
type Body = { code?: string; data?: { result: Saved } }
const none: Saved = { path: '', bytes: 0, width: null, height: null, replacedUses: 0 }

type Upload = { path: string; of?: string; query?: Record<string, string | number>; type?: string }

/** Sends bytes as a picture, as the console does. */
async function upload(
  { hub, cookie }: { hub: { url: string }; cookie: string },
  bytes: Buffer,
  { path, of = project, query = {}, type = 'application/octet-stream' }: Upload,
) {
  const url = new URL(`/api/operator/v1/content/drafts/${of}/pictures/${encodeURIComponent(path)}`, hub.url)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  const headers = { cookie, 'x-operator': '1', 'content-type': type }
  const response = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  const body = (await response.json()) as Body
  return { status: response.status, code: body.code, result: body.data?.result ?? none }
}

const list = async ({ callOk }: OperatorClient, of = project) =>
  (await callOk('GET /content/drafts/{project}/pictures', { params: { project: of } })).data.result

const read = (operator: OperatorClient, path: string, of = project) =>
  operator.read(`/content/drafts/${of}/pictures/${encodeURIComponent(path)}`)

const readYaml = async ({ callOk }: OperatorClient) =>
  (
    await callOk('GET /content/drafts/{project}/files/{path}', {
      params: { project, path: `projects/${project}.yaml` },
    })
  ).data.result

test('a picture is uploaded, listed, used, published and seen by players', async ({ taken: hub }) => {
  const operator = await addTestOperator(hub, producer)
  const caller = { hub, cookie: operator.cookie }
  const sent = await upload(caller, await drawPng(1000, 400), {
    path: `${prefix}new-card.jpg`,
    type: 'image/jpeg',
    query: { shape: 'card', left: 0, top: 0, width: 400, height: 300 },
  })
  expect(sent).toMatchObject({
    status: 200,
    result: { path: `${prefix}new-card.webp`, width: 400, height: 300, replacedUses: 0 },
  })
  const listed = await list(operator)
  expect(listed.find(({ path }) => path === sent.result.path)).toMatchObject({
    isDraft: true,
    uses: [],
    bytes: sent.result.bytes,
    width: 400,
    height: 300,
  })
  expect(listed.find(({ path }) => path === `${prefix}card.webp`)).toMatchObject({
    isDraft: false,
    uses: [{ path: `projects/${project}.yaml`, field: 'game.cardImage' }],
  })
  expect(listed.find(({ path }) => path === `${prefix}logo.svg`)).toMatchObject({ width: null })

  const shown = await read(operator, sent.result.path)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  expect(shown.headers.get('content-security-policy')).toMatch(/sandbox$/)
  expect(shown.headers.get('cache-control')).toBe('no-store')
  expect(Number(shown.headers.get('content-length'))).toBe(sent.result.bytes)

  const { text, baseSha256 } = await readYaml(operator)
  const changed = text?.replace(`/${prefix}card.webp`, `/${sent.result.path}`) ?? ''
  await operator.callOk('PUT /content/drafts/{project}/files/{path}', {
    params: { project, path: `projects/${project}.yaml` },
    body: { text: changed, baseSha256 },
  })
  expect((await list(operator)).find(({ path }) => path === sent.result.path)?.uses).toHaveLength(1)
  const owner = await addTestOperator(hub, all)
  // Drafts are their owner's.
  expect((await list(owner)).some(({ isDraft }) => isDraft)).toBe(false)
  expect((await read(owner, sent.result.path)).status).toBe(404)
})

test('a picture replaces another one everywhere, and the old one is listed as unused', async ({
  taken: hub,
}) => {
  const operator = await addTestOperator(hub, all)
  const old = `${prefix}card.webp`
  const { text, baseSha256 } = await readYaml(operator)
  await operator.callOk('PUT /content/drafts/{project}/files/{path}', {
    params: { project, path: `projects/${project}.yaml` },
    body: {
      text: `# Kept\n${text}`.replace(/^ {4}image: .*hint-pack.*$/m, `    image: /${old}`),
      baseSha256,
    },
  })
  const sent = await upload({ hub, cookie: operator.cookie }, await drawPng(), {
    path: `${prefix}fresh`,
    query: { replaces: old },
  })
  expect(sent.result).toMatchObject({ path: `${prefix}fresh.webp`, replacedUses: 2 })
  const after = await readYaml(operator)
  expect(after.text).toMatch(/^# Kept\n/)
  expect(after.text).not.toContain(old)
  expect(after.problems).toEqual([])
  const pictures = await list(operator)
  expect(pictures.find(({ path }) => path === old)?.uses).toEqual([])
  expect(pictures.find(({ path }) => path === `${prefix}fresh.webp`)?.uses).toHaveLength(2)

  await operator.callOk('PUT /content/drafts/{project}/files/{path}', {
    params: { project, path: old },
    body: { text: null, baseSha256: null },
  })
  expect((await list(operator)).some(({ path }) => path === old)).toBe(false)
  const published = await operator.call('POST /content/drafts/{project}/publish', {
    params: { project },
    body: { reason: 'A test' },
  })
  expect(published).toMatchObject({ status: 200 })
  const { catalogue } = hub.context
  expect(catalogue.project(project)?.game.cardImage).toBe(`/${prefix}fresh.webp`)
  expect(existsSync(join(catalogue.dir(), `${prefix}fresh.webp`))).toBe(true)
  expect(existsSync(join(catalogue.dir(), old))).toBe(false)
})

test('only own pictures are written and read, whatever the path says', async ({ taken: hub }) => {
  const operator = await addTestOperator(hub, producer)
  const caller = { hub, cookie: operator.cookie }
  const bytes = await drawPng()
  const foreign = [
    'main_images/skyport/card.webp',
    'main_images/logo.png',
    'projects/islandm3.yaml',
    'static_files/islandm3/a.png',
    `${prefix}README.md`,
    `${prefix}.hidden`,
    `${prefix}a b`,
    `${prefix}a%2fb`,
    `${prefix}a?b`,
    `${prefix}dir.webp/b`,
  ]
  for (const path of foreign)
    expect({ path, ...(await upload(caller, bytes, { path })) }).toMatchObject({
      path,
      code: 'CONTENT_FILE_NOT_FOUND',
    })
  for (const path of [
    `${prefix}../skyport/card`,
    '../hub.yaml',
    `/${prefix}a`,
    `${prefix}a\\b`,
    `${prefix}\0`,
  ])
    expect({ path, ...(await upload(caller, bytes, { path })) }).toMatchObject({ path, code: 'BODY_INVALID' })
  for (const path of ['main_images/skyport/card.webp', 'projects/islandm3.yaml', `${prefix}none.webp`])
    expect((await read(operator, path)).status).toBe(404)
  expect(await list(operator)).toEqual(await list(operator))
  expect((await list(operator)).some(({ isDraft }) => isDraft)).toBe(false)
})

test('roles and projects decide who edits pictures', async ({ taken: hub }) => {
  const bytes = await drawPng()
  for (const [role, of, code] of [
    ['owner', '*', undefined],
    ['producer', 'islandm3', undefined],
    ['producer', 'skyport', 'PROJECT_NOT_FOUND'],
    ['support', '*', 'OPERATOR_FORBIDDEN'],
    ['finance', 'islandm3', 'OPERATOR_FORBIDDEN'],
    ['viewer', '*', 'OPERATOR_FORBIDDEN'],
  ] as const) {
    const operator = await addTestOperator(hub, { role, project: of })
    const sent = await upload({ hub, cookie: operator.cookie }, bytes, { path: `${prefix}a` })
    expect([role, of, sent.code]).toEqual([role, of, code])
    const listed = await operator.call('GET /content/drafts/{project}/pictures', { params: { project } })
    expect([role, of, listed.ok ? undefined : listed.body.code]).toEqual([role, of, code])
    const seen = await read(operator, `${prefix}card.webp`)
    expect([role, of, seen.status === 200]).toEqual([role, of, code === undefined])
  }
  const anonymous = await upload({ hub, cookie: '' }, bytes, { path: `${prefix}a` })
  expect(anonymous.code).toBe('OPERATOR_UNAUTHORIZED')
  const hubWide = await addTestOperator(hub, producer)
  const own = { hub, cookie: hubWide.cookie }
  expect((await upload(own, bytes, { path: 'main_images/a', of: '_hub' })).code).toBe('PROJECT_NOT_FOUND')
})

test('the pictures of the hub itself lie in the folder itself', async ({ taken: hub }) => {
  const operator = await addTestOperator(hub, all)
  const caller = { hub, cookie: operator.cookie }
  const sent = await upload(caller, await drawPng(), { path: 'main_images/banner', of: '_hub' })
  expect(sent.result.path).toBe('main_images/banner.webp')
  const inProject = await upload(caller, await drawPng(), { path: `${prefix}banner`, of: '_hub' })
  expect(inProject.code).toBe('CONTENT_FILE_NOT_FOUND')
  const paths = (await list(operator, '_hub')).map(({ path }) => path)
  expect(paths).toContain('main_images/share.png')
  expect(paths.some((path) => path.startsWith(prefix))).toBe(false)
})

test('what is no picture is refused with a code, and leaves nothing behind', async ({ taken: hub }) => {
  const operator = await addTestOperator(hub, producer)
  const caller = { hub, cookie: operator.cookie }
  const path = `${prefix}bad`
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const refusals = [
    [await upload(caller, svg, { path: `${path}.svg` }), 415, 'PICTURE_TYPE_UNSUPPORTED'],
    [await upload(caller, svg, { path: `${path}.png`, type: 'image/png' }), 415, 'PICTURE_TYPE_UNSUPPORTED'],
    [await upload(caller, svg, { path, type: 'image/svg+xml' }), 415, 'CONTENT_TYPE_UNSUPPORTED'],
    [await upload(caller, Buffer.alloc(0), { path }), 415, 'PICTURE_TYPE_UNSUPPORTED'],
    [await upload(caller, Buffer.alloc(5_242_881), { path }), 413, 'PICTURE_TOO_LARGE'],
    [await upload(caller, (await drawPng()).subarray(0, 60), { path }), 409, 'PICTURE_DAMAGED'],
    [await upload(caller, await drawPng(), { path, query: { left: 1 } }), 400, 'PICTURE_CROP_INVALID'],
    [
      await upload(caller, await drawPng(), { path, query: { left: 60, top: 0, width: 10, height: 1 } }),
      400,
      'PICTURE_CROP_INVALID',
    ],
    [await upload(caller, await drawPng(), { path, query: { shape: 'round' } }), 400, 'BODY_INVALID'],
  ] as const
  for (const [{ status, code }, ...expected] of refusals) expect([status, code]).toEqual(expected)
  expect((await list(operator)).some(({ isDraft }) => isDraft)).toBe(false)
})

test('a drawing or a page is not written as a text', async ({ taken: hub }) => {
  const operator = await addTestOperator(hub, producer)
  for (const path of [`${prefix}a.svg`, `${prefix}card.webp`, 'static_files/islandm3/a.html'])
    expect(
      await operator.call('PUT /content/drafts/{project}/files/{path}', {
        params: { project, path },
        body: { text: '<svg onload="alert(1)"/>', baseSha256: null },
      }),
    ).toMatchObject({ status: 404, body: { code: 'CONTENT_FILE_NOT_FOUND' } })
})

test('a file is not published where a folder is needed', async ({ taken: hub }) => {
  const operator = await addTestOperator(hub, all)
  for (const path of ['static_files/islandm3/a.md', 'static_files/islandm3/a.md/b.md'])
    await operator.callOk('PUT /content/drafts/{project}/files/{path}', {
      params: { project, path },
      body: { text: '# A', baseSha256: null },
    })
  const body = { reason: 'A test' }
  expect(
    await operator.call('POST /content/drafts/{project}/publish', { params: { project }, body }),
  ).toMatchObject({
    status: 409,
    body: { code: 'CONTENT_INVALID' },
  })
})

test('in a folder, pictures are listed and shown, and not changed', async ({ owned: hub }) => {
  const operator = await addTestOperator(hub, producer)
  expect((await list(operator)).find(({ path }) => path === `${prefix}card.webp`)?.uses).toHaveLength(1)
  expect((await read(operator, `${prefix}card.webp`)).status).toBe(200)
  const sent = await upload({ hub, cookie: operator.cookie }, await drawPng(), { path: `${prefix}a` })
  expect(sent).toMatchObject({ status: 409, code: 'CONTENT_IN_FOLDER' })
})
