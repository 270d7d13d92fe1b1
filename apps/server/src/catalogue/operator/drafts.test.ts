import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Grant } from '@playhub/contract/operator'
import { describe, expect } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { test as base } from '../../../test/support/hub-test.ts'
import { addTestOperator, type OperatorClient } from '../../../test/support/operators/operator-client.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'

const project = 'islandm3'
const path = `projects/${project}.yaml`
const params = { project, path }
const allProjects: Grant = { role: 'owner', project: '*' }
const producer: Grant = { role: 'producer', project }

const test = base.extend('taken', async ({ hub }) => {
  await runOnHub(hub, ['content', 'import', copyContent({})])
  await hub.context.catalogue.refresh()
  return hub
})

const readText = async ({ callOk }: OperatorClient, file = path, of = project) =>
  (await callOk('GET /content/drafts/{project}/files/{path}', { params: { project: of, path: file } })).data
    .result

/** Changes the text of the operator's draft. */
async function edit(operator: OperatorClient, change: (text: string) => string, file = path, of = project) {
  const { text, baseSha256 } = await readText(operator, file, of)
  const body = { text: change(text ?? ''), baseSha256 }
  const response = await operator.callOk('PUT /content/drafts/{project}/files/{path}', {
    params: { project: of, path: file },
    body,
  })
  return response.data.result
}

const readDraft = async ({ callOk }: OperatorClient, of = project) =>
  (await callOk('GET /content/drafts/{project}', { params: { project: of } })).data.result

const publish = ({ call }: Pick<OperatorClient, 'call'>, of = project) =>
  call('POST /content/drafts/{project}/publish', { params: { project: of }, body: { reason: 'A test' } })

const readPrice = ({ context }: TestHub, item = 'islandm3-hints') => context.catalogue.item(item)?.price.USD

test('a price is changed: saved, checked, shown with its effect, published and seen by players', async ({
  taken: hub,
}) => {
  const owner = await addTestOperator(hub, allProjects)
  const broken = await edit(owner, (yaml) => yaml.replace('USD: 0.99', 'USD: 0.01'))
  expect(broken.problems).toMatchObject([
    {
      code: 'content.min-charge',
      params: { place: expect.stringMatching(/^projects\/islandm3\.yaml:\d+$/) },
    },
  ])
  expect(await publish(owner)).toMatchObject({ status: 409, body: { code: 'CONTENT_INVALID' } })
  const saved = await edit(owner, (yaml) => yaml.replace('USD: 0.01', 'USD: 1.05'))
  expect(saved).toMatchObject({ problems: [], merged: [], editors: [] })
  expect(readPrice(hub)).toBe(99)

  const draft = await readDraft(owner)
  expect(draft).toMatchObject({
    canPublish: true,
    needsReauthentication: true,
    problems: [],
    files: [
      {
        path,
        change: 'changed',
        fields: [{ field: 'items.islandm3-hints.price.USD', before: '0.99', after: '1.05' }],
      },
    ],
    effects: [
      {
        code: 'effect.price',
        params: { price: expect.arrayContaining([{ amountMinor: 105, currency: 'USD' }]) },
      },
    ],
  })
  hub.clock.advance(11 * MINUTE_MS)
  expect(await publish(owner)).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } })
  const proven = await owner.prove()
  expect(await publish(proven)).toMatchObject({
    ok: true,
    body: { data: { result: { version: 2 } } },
  })
  expect(readPrice(hub)).toBe(105)
  const prices = await hub.callOk('GET /control/get-prices', { query: { project } })
  expect(JSON.stringify(prices)).toContain('1.05')
  expect(await publish(proven)).toMatchObject({ status: 409, body: { code: 'DRAFT_EMPTY' } })
  expect(
    (await proven.callOk('GET /content/drafts/{project}', { params: { project } })).data.result.files,
  ).toEqual([])
})

test('what one tab saves stays when another one goes on with an older text', async ({ taken: hub }) => {
  const owner = await addTestOperator(hub, allProjects)
  const { text, baseSha256, sha256: over } = await readText(owner)
  const save = async (typed: string) => {
    const body = { text: typed, baseSha256, over }
    return (await owner.callOk('PUT /content/drafts/{project}/files/{path}', { params, body })).data.result
  }
  const yaml = text ?? ''
  await save(yaml.replace('USD: 0.99', 'USD: 1.05'))
  const merged = await save(yaml.replace('age: 6', 'age: 12'))
  expect(merged.text).toContain('USD: 1.05')
  expect(merged.text).toContain('age: 12')
  const later = await save(yaml.replace('USD: 0.99', 'USD: 1.15'))
  expect(later.text).toContain('USD: 1.15')
  expect(later.text).toContain('age: 12')
})

test('two operators change different fields, and both are kept; the same field needs a decision', async ({
  taken: hub,
}) => {
  const [one, two] = [await addTestOperator(hub, allProjects), await addTestOperator(hub, allProjects)]
  await edit(one, (yaml) => yaml.replace('USD: 0.99', 'USD: 1.05'))
  expect((await readDraft(two)).editors).toMatchObject([{ operator: 'Olga', path, project }])
  expect((await edit(two, (yaml) => `# Mine\n${yaml.replace('age: 6', 'age: 12')}`)).editors).toHaveLength(1)
  expect((await publish(one)).ok).toBe(true)

  const merged = await edit(two, (yaml) => yaml.replace('age: 12', 'age: 10'))
  expect(merged.merged).toContain('items.0.price.USD')
  expect(merged.text).toContain('USD: 1.05')
  expect(merged.text).toContain('age: 10')
  expect((await publish(two)).ok).toBe(true)
  expect(readPrice(hub)).toBe(105)
  expect(hub.context.catalogue.project(project)?.game.age).toBe(10)

  await edit(one, (yaml) => yaml.replace('USD: 1.05', 'USD: 1.15'))
  await edit(two, (yaml) => yaml.replace('USD: 1.05', 'USD: 1.25'))
  const stale = await readText(one)
  expect((await publish(two)).ok).toBe(true)
  const refused = await one.call('PUT /content/drafts/{project}/files/{path}', {
    params,
    body: { text: stale.text, baseSha256: stale.baseSha256 },
  })
  expect(refused).toMatchObject({ status: 409, body: { code: 'EDIT_CONFLICT' } })
  expect(refused.body).toMatchObject({ details: { theirs: expect.stringContaining('USD: 1.25') } })
  expect(await publish(one)).toMatchObject({ status: 409, body: { code: 'EDIT_CONFLICT' } })
  await one.callOk('POST /content/drafts/{project}/discard', { params: { project }, body: {} })
  expect((await readText(one)).text).toContain('USD: 1.25')
})

test.for([
  [
    'what an item gives',
    (yaml: string) =>
      yaml.replace(
        '- id: islandm3-hints\n',
        (line) => `${line}    contains: [{ item: islandm3-boosters, quantity: 9 }]\n`,
      ),
  ],
  [
    'how often it is sold',
    (yaml: string) =>
      yaml.replace('- id: islandm3-hints\n', (line) => `${line}    limit: { count: 3, per: day }\n`),
  ],
  ['its tax', (yaml: string) => yaml.replace('- id: islandm3-hints\n', (line) => `${line}    vat: '10'\n`)],
] as const)('publishing %s needs reauthentication', async ([, change], { taken: hub }) => {
  const owner = await addTestOperator(hub, allProjects)
  expect((await edit(owner, change)).problems).toEqual([])
  expect(await readDraft(owner)).toMatchObject({ needsReauthentication: true })
})

test('a producer edits its own project and asks; hub.yaml may let producers publish', async ({
  taken: hub,
}) => {
  const owner = await addTestOperator(hub, allProjects)
  const own = await addTestOperator(hub, producer)
  await edit(own, (yaml) => yaml.replace('age: 6', 'age: 12'))
  expect(await readDraft(own)).toMatchObject({ canPublish: false, needsReauthentication: false })
  expect(await publish(own)).toMatchObject({ status: 403, body: { code: 'OPERATOR_FORBIDDEN' } })
  for (const other of ['skyport', '_hub']) {
    const got = await own.call('GET /content/drafts/{project}', { params: { project: other } })
    expect(got, other).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } })
    expect(await publish(own, other)).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } })
  }
  const { projects, canEditHub, editors } = (await own.callOk('GET /content')).data.result
  expect([projects.map(({ id }) => id), canEditHub, editors]).toEqual([[project], false, []])
  const hubYaml = join(hub.context.config.contentDir, 'hub.yaml')
  const folder = copyContent({})
  writeFileSync(
    join(folder, 'hub.yaml'),
    readFileSync(hubYaml, 'utf8').replace('console:', 'console:\n  producersPublish: true'),
  )
  await runOnHub(hub, ['content', 'import', folder])
  await hub.context.catalogue.refresh()
  expect(await publish(own)).toMatchObject({ ok: true })
  expect((await owner.callOk('GET /content/versions', { query: { limit: 1 } })).data).toMatchObject({
    result: [{ number: 3, operator: 'Olga', reason: 'A test' }],
    nextCursor: '3',
  })
  const support = await addTestOperator(hub, { role: 'support', project: '*' })
  expect(await support.call('GET /content/drafts/{project}', { params: { project } })).toMatchObject({
    status: 403,
  })
  expect((await support.callOk('GET /content')).data.result.projects[0]?.canEdit).toBe(false)
})

test('documents are edited as files of the hub, with what a language lacks', async ({ taken: hub }) => {
  const owner = await addTestOperator(hub, allProjects)
  const offer = 'docs/offer.en.md'
  await edit(owner, (text) => `${text}\nA new paragraph.\n`, offer, '_hub')
  const body = { text: '# Loot boxes\n\nNone.\n', baseSha256: null }
  const file = { project: '_hub', path: 'docs/boxes.en.md' }
  await owner.callOk('PUT /content/drafts/{project}/files/{path}', { params: file, body })
  const draft = await readDraft(owner, '_hub')
  expect(draft.effects.map(({ code }) => code)).toEqual(['effect.document', 'effect.document-added'])
  expect(draft.gaps).toMatchObject([
    { code: 'content.gap', params: { place: 'docs/boxes.ru.md', language: 'ru' } },
  ])
  expect((await publish(owner, '_hub')).ok).toBe(true)
  expect(hub.context.catalogue.content().documents.some(({ name }) => name === 'boxes')).toBe(true)
  await owner.callOk('PUT /content/drafts/{project}/files/{path}', {
    params: file,
    body: { text: null, baseSha256: (await readText(owner, file.path, '_hub')).baseSha256 },
  })
  expect((await readDraft(owner, '_hub')).effects).toMatchObject([{ code: 'effect.document-removed' }])
})

const unowned = [
  'hub.yaml',
  'projects/skyport.yaml',
  '../islandm3.yaml',
  'languages/de/interface.json',
  'projects/islandm3.yaml/x',
  '/etc/passwd',
  'schema/hub.json',
]
test.for(unowned)('%s is no file of a project', async (file, { taken: hub }) => {
  const owner = await addTestOperator(hub, allProjects)
  const body = { text: 'x: 1\n', baseSha256: null }
  const put = await owner.call('PUT /content/drafts/{project}/files/{path}', {
    params: { project, path: file },
    body,
  })
  expect([400, 404]).toContain(put.status)
})

test('a path may be sent with slashes, and a base may be unknown', async ({ taken: hub }) => {
  const owner = await addTestOperator(hub, allProjects)
  const { status, text } = await owner.read(`/content/drafts/${project}/files/${path}`)
  expect([status, JSON.parse(text).data.result.path]).toEqual([200, path])
  const baseSha256 = createHash('sha256').update('unknown').digest('hex')
  const put = await owner.call('PUT /content/drafts/{project}/files/{path}', {
    params,
    body: { text: 'name: {en: X}\n', baseSha256 },
  })
  expect(put).toMatchObject({ status: 409, body: { code: 'EDIT_CONFLICT' } })
})

const hostile: [name: string, text: string][] = [
  [
    'an alias bomb',
    `a: &a [x,x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
      .split('')
      .map((key, place) => `${key}: &${key} [${Array(10).fill(`*${'abcdefgh'[place]}`).join(',')}]`)
      .join('\n')}\n`,
  ],
  ['a prototype key', '__proto__: {polluted: true}\nname: {en: X}\n'],
  ['a constructor', 'constructor: {prototype: {polluted: true}}\nname: {en: X}\n'],
  ['a tag', 'name: !!js/function "function () {}"\n'],
  ['deep nesting', `name: ${'['.repeat(5000)}`],
  ['a merge key of itself', 'name: &n\n  <<: *n\n'],
  ['thirty thousand fields', Array.from({ length: 30_000 }, (_, field) => `k${field}: 1`).join('\n')],
  ['no text at all', ''],
  ['a NUL', 'name: {en: "\\0"}\n'],
]
test.for(hostile)('%s is a problem of the draft and harms nothing', async ([, text], { taken: hub }) => {
  const owner = await addTestOperator(hub, allProjects)
  const { baseSha256 } = await readText(owner)
  const put = await owner.call('PUT /content/drafts/{project}/files/{path}', {
    params,
    body: { text, baseSha256 },
  })
  expect(put.status).toBeLessThan(500)
  if (put.ok) {
    const draft = await owner.call('GET /content/drafts/{project}', { params: { project } })
    expect(draft.status).toBe(200)
    await publish(owner)
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  expect((await owner.callOk('GET /content')).data.result.problems).toEqual([])
})

test('in folder mode, texts are read and nothing is saved', async ({ hub }) => {
  const owner = await addTestOperator(hub, allProjects)
  const { text, baseSha256 } = await readText(owner)
  expect(text).toContain('name:')
  const put = await owner.call('PUT /content/drafts/{project}/files/{path}', {
    params,
    body: { text: 'x', baseSha256 },
  })
  expect(put).toMatchObject({ status: 409, body: { code: 'CONTENT_IN_FOLDER' } })
  expect((await owner.callOk('GET /content')).data.result).toMatchObject({ source: 'folder' })
  const taken = await owner.callOk('POST /content/import', { body: { reason: 'Edit here' } })
  expect(taken.data.result).toEqual({ version: 1 })
  expect((await owner.callOk('GET /content')).data.result).toMatchObject({ source: 'database', version: 1 })
  const again = await owner.call('POST /content/import', { body: { reason: 'Again' } })
  expect(again).toMatchObject({ status: 409, body: { code: 'CONTENT_IN_DATABASE' } })
})

test('what neither a version nor a draft has is forgotten after a day', async ({ taken: hub }) => {
  const { db } = hub.context
  const owner = await addTestOperator(hub, allProjects)
  const count = async () => (await db.selectFrom('storedFiles').select('sha256').execute()).length
  const before = await count()
  for (const cents of ['01', '02', '03'])
    await edit(owner, (yaml) => yaml.replace(/USD: [\d.]+/, `USD: 3.${cents}`))
  expect(await count()).toBe(before + 3)
  await hub.passTime(2 * DAY_MS)
  expect(await count()).toBe(before + 1)
})

test('an owner reads and publishes the draft of a producer, who may not publish', async ({ taken: hub }) => {
  const [owner, writer] = [await addTestOperator(hub, allProjects), await addTestOperator(hub, producer)]
  await edit(writer, (yaml) => yaml.replace('USD: 0.99', 'USD: 1.05'))
  const { result } = (await owner.callOk('GET /content')).data
  const draft = result.editors.find((editor) => editor.project === project)
  const operator = draft?.operatorId
  const shown = await owner.callOk('GET /content/drafts/{project}', {
    params: { project },
    query: { operator },
  })
  expect(shown.data.result.files).toMatchObject([{ path, change: 'changed' }])
  const ofOwner = { params: { project }, query: { operator: owner.id } }
  expect(await writer.call('GET /content/drafts/{project}', ofOwner)).toMatchObject({ status: 403 })
  const publishing = { params: { project }, body: { reason: 'A test', operator } }
  expect(await writer.call('POST /content/drafts/{project}/publish', publishing)).toMatchObject({
    status: 403,
  })
  expect(await owner.call('POST /content/drafts/{project}/publish', publishing)).toMatchObject({
    status: 200,
  })
  expect(readPrice(hub)).toBe(105)
  expect((await readDraft(writer)).files).toEqual([])
})

test('an operator of some projects reads no other history, and no other problems', async ({ taken: hub }) => {
  const [owner, one] = [await addTestOperator(hub, allProjects), await addTestOperator(hub, producer)]
  const listNumbers = async ({ callOk }: OperatorClient) =>
    (await callOk('GET /content/versions')).data.result.map(({ number }) => number)
  await edit(owner, (yaml) => `${yaml}# mine\n`)
  await publish(owner)
  await edit(owner, (yaml) => `${yaml}# theirs\n`, 'projects/skyport.yaml', 'skyport')
  await publish(owner, 'skyport')
  expect([await listNumbers(owner), await listNumbers(one)]).toEqual([
    [3, 2, 1],
    [2, 1],
  ])
  const params = { number: 3 }
  expect(await one.call('GET /content/versions/{number}', { params })).toMatchObject({ status: 404 })
  expect((await owner.callOk('GET /content/versions/{number}', { params })).data.result.files).toHaveLength(1)
})

test('an owner of one project changes nothing of the others', async ({ taken: hub }) => {
  const [owner, one] = [
    await addTestOperator(hub, allProjects),
    await addTestOperator(hub, { role: 'owner', project }),
  ]
  await edit(owner, (yaml) => yaml.replace('USD: 0.99', 'USD: 1.05'))
  await publish(owner)
  const body = { reason: 'A test' }
  const restored = await one.call('POST /content/versions/{number}/restore', { params: { number: 1 }, body })
  const switched = [
    await one.call('POST /content/import', { body }),
    await one.call('POST /content/use-folder', { body }),
  ]
  for (const response of [restored, ...switched])
    expect(response).toMatchObject({ status: 403, body: { code: 'OPERATOR_FORBIDDEN' } })
  expect(readPrice(hub)).toBe(105)
})

describe('a publish that is undone', () => {
  const undo = ({ call }: OperatorClient, version: number, of = project) =>
    call('POST /content/drafts/{project}/undo', {
      params: { project: of },
      body: { version, reason: 'A test' },
    })

  test('gives back the version before and the draft', async ({ taken: hub }) => {
    await addTestOperator(hub, allProjects)
    const owner = await addTestOperator(hub, { role: 'owner', project })
    await edit(owner, (yaml) => yaml.replace('USD: 0.99', 'USD: 1.05'))
    await publish(owner)
    expect(readPrice(hub)).toBe(105)
    expect(await undo(owner, 2, 'skyport')).toMatchObject({
      status: 404,
      body: { code: 'PROJECT_NOT_FOUND' },
    })
    expect(await undo(owner, 2)).toMatchObject({ ok: true, body: { data: { result: { version: 3 } } } })
    expect(readPrice(hub)).toBe(99)
    expect((await readDraft(owner)).files).toMatchObject([
      { path, fields: [{ before: '0.99', after: '1.05' }] },
    ])
    expect(await undo(owner, 2)).toMatchObject({ status: 409, body: { code: 'EDIT_CONFLICT' } })
    expect(await publish(owner)).toMatchObject({ ok: true })
  })

  test('leaves what somebody has published since', async ({ taken: hub }) => {
    const [one, two] = [await addTestOperator(hub, allProjects), await addTestOperator(hub, allProjects)]
    await edit(one, (yaml) => yaml.replace('USD: 0.99', 'USD: 1.05'))
    await publish(one)
    await edit(two, (yaml) => `${yaml}# theirs\n`, 'projects/skyport.yaml', 'skyport')
    await publish(two, 'skyport')
    expect(await undo(one, 2)).toMatchObject({ status: 409, body: { code: 'EDIT_CONFLICT' } })
    expect(await undo(one, 3)).toMatchObject({ status: 404, body: { code: 'CONTENT_VERSION_NOT_FOUND' } })
    expect((await readText(two, 'projects/skyport.yaml', 'skyport')).text).toContain('# theirs')
  })

  test('is so within seconds, by whoever may publish', async ({ taken: hub }) => {
    const [owner, writer] = [await addTestOperator(hub, allProjects), await addTestOperator(hub, producer)]
    await edit(owner, (yaml) => yaml.replace('USD: 0.99', 'USD: 1.05'))
    await publish(owner)
    expect(await undo(writer, 2)).toMatchObject({ status: 403, body: { code: 'OPERATOR_FORBIDDEN' } })
    hub.clock.advance(MINUTE_MS)
    expect(await undo(owner, 2)).toMatchObject({ status: 409, body: { code: 'EDIT_CONFLICT' } })
    expect(readPrice(hub)).toBe(105)
  })
})
