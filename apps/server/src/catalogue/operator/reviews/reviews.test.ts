import type { Grant } from '@playhub/contract/operator'
import { describe, expect } from 'vitest'
import { copyContent } from '../../../../test/support/content-copy.ts'
import { test as base } from '../../../../test/support/hub-test.ts'
import { addTestOperator, type OperatorClient } from '../../../../test/support/operators/operator-client.ts'
import { runOnHub } from '../../../../test/support/run-on-hub.ts'

const project = 'islandm3'
const params = { project }
const file = { project, path: `projects/${project}.yaml` }
const reason = 'The summer prices'

const test = base
  .extend('taken', async ({ hub }) => {
    await runOnHub(hub, ['content', 'import', copyContent({})])
    await hub.context.catalogue.refresh()
    return hub
  })
  .extend('owner', ({ taken }) => addTestOperator(taken, { role: 'owner', project: '*' }))
  .extend('writer', ({ taken }) => addTestOperator(taken, { role: 'producer', project }))
  .extend('addOwner', ({ taken }) => (of: string) => {
    const grant: Grant = { role: 'owner', project: of }
    return addTestOperator(taken, grant)
  })

async function edit(operator: OperatorClient, change: (text: string) => string) {
  const { text, baseSha256 } = (
    await operator.callOk('GET /content/drafts/{project}/files/{path}', { params: file })
  ).data.result
  const body = { text: change(text ?? ''), baseSha256 }
  await operator.callOk('PUT /content/drafts/{project}/files/{path}', { params: file, body })
}

const setAge = (age: number) => (yaml: string) => yaml.replace(/age: \d+/, `age: ${age}`)

async function readDraft({ callOk }: OperatorClient, operator?: string) {
  return (await callOk('GET /content/drafts/{project}', { params, query: operator ? { operator } : {} })).data
    .result
}

const request = ({ call }: OperatorClient, of = project) =>
  call('POST /content/drafts/{project}/review', { params: { project: of }, body: { reason } })

async function editAndRequest(operator: OperatorClient) {
  await edit(operator, setAge(12))
  expect(await request(operator)).toMatchObject({ status: 200 })
}

const decline = ({ call }: OperatorClient, operator: string) =>
  call('POST /content/drafts/{project}/review/decline', { params, body: { operator, reason: 'Too early' } })

type Publishing = {
  operator?: string
  sha256?: string
  choices?: { conflict: string; side: 'draft' | 'published' }[]
}

const publish = ({ call }: OperatorClient, body: Publishing) =>
  call('POST /content/drafts/{project}/publish', { params, body: { reason: 'Reads well', ...body } })

const listWaiting = async ({ callOk }: OperatorClient) => (await callOk('GET /content')).data.result.waiting

const readState = async ({ callOk }: OperatorClient) =>
  (await callOk('GET /content')).data.result.projects.find(({ id }) => id === project)?.review

const countOnHome = async ({ callOk }: OperatorClient) =>
  (await callOk('GET /home')).data.result.attention.find(({ kind }) => kind === 'content-draft-waits')?.count

test('an editor asks, and who may publish finds, reads and publishes the draft', async ({
  owner,
  writer,
  taken: hub,
}) => {
  await editAndRequest(writer)
  const review = { reason, requestedAt: hub.clock.now(), isChanged: false, declined: null }
  expect((await readDraft(writer)).review).toEqual(review)
  expect(await listWaiting(owner)).toEqual([
    { operatorId: writer.id, operator: 'Olga', project, reason, requestedAt: hub.clock.now() },
  ])
  expect([await listWaiting(writer), await countOnHome(writer), await countOnHome(owner)]).toEqual([
    [],
    undefined,
    1,
  ])
  const draft = await readDraft(owner, writer.id)
  expect(draft).toMatchObject({ review, effects: [{ code: 'effect.project-changed' }] })
  expect(await publish(owner, { operator: writer.id, sha256: draft.sha256 })).toMatchObject({ status: 200 })
  expect([await listWaiting(owner), await countOnHome(owner)]).toEqual([[], undefined])
  expect((await readDraft(writer)).review).toBeNull()
  const { result } = (await owner.callOk('GET /audit', { query: { action: 'content.publish' } })).data
  expect(result[0]).toMatchObject({ operator: 'Olga', project })
  expect(JSON.parse(result[0]?.after ?? '')).toMatchObject({ number: 2, author: 'Olga' })
})

test('a declined draft waits no more; its editor reads why, and asks again', async ({ owner, writer }) => {
  await editAndRequest(writer)
  expect(await decline(owner, writer.id)).toMatchObject({ status: 200 })
  expect([await listWaiting(owner), await countOnHome(owner)]).toEqual([[], undefined])
  const { review, files } = await readDraft(writer)
  expect(review?.declined).toMatchObject({ operator: 'Olga', reason: 'Too early' })
  expect(files).toHaveLength(1)
  expect(await readState(writer)).toBe('declined')
  expect(await decline(owner, writer.id)).toMatchObject({ status: 409, body: { code: 'EDIT_CONFLICT' } })
  await request(writer)
  expect((await readDraft(writer)).review?.declined).toBeNull()
  expect([await readState(writer), await readState(owner)]).toEqual(['waiting', null])
  expect(await listWaiting(owner)).toHaveLength(1)
})

test('a draft waits no more once its editor withdraws the request, discards it or undoes the change', async ({
  owner,
  writer,
}) => {
  const ends = {
    withdraw: () => writer.callOk('POST /content/drafts/{project}/review/withdraw', { params }),
    discard: () => writer.callOk('POST /content/drafts/{project}/discard', { params, body: {} }),
    undo: () => edit(writer, setAge(6)),
  }
  for (const [name, end] of Object.entries(ends)) {
    await editAndRequest(writer)
    expect(await countOnHome(owner), name).toBe(1)
    await end()
    expect([await listWaiting(owner), await countOnHome(owner)], name).toEqual([[], undefined])
    await edit(writer, setAge(10))
    expect((await readDraft(writer)).review, name).toBeNull()
  }
})

test('a draft that changes after it was read is not published unread', async ({ owner, writer }) => {
  await editAndRequest(writer)
  const { sha256 } = await readDraft(owner, writer.id)
  await edit(writer, setAge(18))
  expect(await publish(owner, { operator: writer.id, sha256 })).toMatchObject({
    status: 409,
    body: { code: 'EDIT_CONFLICT' },
  })
  expect(await listWaiting(owner)).toHaveLength(1)
  const changed = await readDraft(owner, writer.id)
  expect(changed.review).toMatchObject({ isChanged: true })
  expect(await publish(owner, { operator: writer.id, sha256: changed.sha256 })).toMatchObject({ status: 200 })
})

test('a draft over a published change of the same field stays, and waits', async ({ owner, writer }) => {
  await editAndRequest(writer)
  await edit(owner, setAge(16))
  expect(await publish(owner, {})).toMatchObject({ status: 200 })
  expect(await publish(owner, { operator: writer.id })).toMatchObject({
    status: 409,
    body: { code: 'EDIT_CONFLICT' },
  })
  expect(await listWaiting(owner)).toHaveLength(1)
})

describe('who may publish decides between a draft and what was published since, by field', () => {
  const setDollars = (dollars: number) => (yaml: string) => yaml.replace(/USD: [\d.]+/, `USD: ${dollars}`)

  /** Age and price of the first item are changed by both, the order by the draft alone. */
  const conflictTest = test.extend('conflicts', async ({ owner, writer }) => {
    await edit(writer, (yaml) => setDollars(3)(setAge(12)(yaml)).replace(/order: \d+/, 'order: 77'))
    await request(writer)
    await edit(owner, (yaml) => setDollars(4)(setAge(16)(yaml)))
    await publish(owner, {})
    return (await readDraft(owner, writer.id)).conflicts
  })

  conflictTest('both values are shown', ({ conflicts }) => {
    expect(conflicts).toMatchObject([
      {
        path: file.path,
        field: expect.stringMatching(/^items\..+\.price\.USD$/),
        draft: '3',
        published: '4',
      },
      { path: file.path, field: 'game.age', draft: '12', published: '16' },
    ])
  })

  conflictTest('the effects are those of the choice', async ({ owner, writer, conflicts }) => {
    const [price] = conflicts
    const query = { operator: writer.id, published: price?.id ?? '' }
    const draft = (await owner.callOk('GET /content/drafts/{project}', { params, query })).data.result
    const listFields = (files: typeof draft.files) =>
      files.flatMap(({ fields }) => fields.map(({ field }) => field))
    expect(listFields(draft.files)).toEqual(['game.order', 'game.age'])
    expect(draft.effects.map(({ code }) => code)).not.toContain('effect.price')
    const whole = await readDraft(owner, writer.id)
    expect(whole.effects.map(({ code }) => code)).toContain('effect.price')
    expect(whole.sha256).toBe(draft.sha256)
  })

  conflictTest(
    'the chosen values are published, with what nobody else has changed',
    async ({ owner, writer, conflicts }) => {
      const [price, age] = conflicts.map(({ id }) => id)
      const choices = [
        { conflict: price ?? '', side: 'published' as const },
        { conflict: age ?? '', side: 'draft' as const },
      ]
      const [first] = choices
      expect(await publish(owner, { operator: writer.id, choices: first ? [first] : [] })).toMatchObject({
        status: 409,
        body: { code: 'EDIT_CONFLICT', details: { fields: ['game.age'] } },
      })
      expect(await publish(owner, { operator: writer.id, choices })).toMatchObject({ status: 200 })
      const { text } = (await owner.callOk('GET /content/drafts/{project}/files/{path}', { params: file }))
        .data.result
      expect(text).toMatch(/age: 12/)
      expect(text).toMatch(/USD: 4/)
      expect(text).toMatch(/order: 77/)
      expect(await listWaiting(owner)).toEqual([])
    },
  )

  conflictTest('a choice holds for the values that were shown', async ({ owner, writer, conflicts }) => {
    const choices = conflicts.map(({ id }) => ({ conflict: id, side: 'draft' as const }))
    await edit(owner, setAge(18))
    await publish(owner, {})
    expect(await publish(owner, { operator: writer.id, choices })).toMatchObject({
      status: 409,
      body: { code: 'EDIT_CONFLICT', details: { fields: ['game.age'] } },
    })
  })

  test('a draft of which nothing is left is not published, and stays', async ({ owner, writer }) => {
    await editAndRequest(writer)
    await edit(owner, setAge(16))
    await publish(owner, {})
    const [conflict] = (await readDraft(owner, writer.id)).conflicts
    const choices = [{ conflict: conflict?.id ?? '', side: 'published' as const }]
    expect(await publish(owner, { operator: writer.id, choices })).toMatchObject({
      status: 409,
      body: { code: 'DRAFT_EMPTY' },
    })
    expect(await listWaiting(owner)).toHaveLength(1)
  })

  test('a file that both have written anew is one conflict', async ({ owner, writer }) => {
    const page = { project, path: `pages/${project}/game.yaml` }
    const toPage = (title: string) =>
      `title: { ru: ${title}, en: ${title} }\ndescription: { ru: Игра, en: Game }\n`
    const save = (operator: OperatorClient, title: string) =>
      operator.callOk('PUT /content/drafts/{project}/files/{path}', {
        params: page,
        body: { text: toPage(title), baseSha256: null },
      })
    await save(writer, 'Mine')
    await request(writer)
    await save(owner, 'Theirs')
    expect(await publish(owner, {})).toMatchObject({ status: 200 })
    const { conflicts } = await readDraft(owner, writer.id)
    expect(conflicts).toMatchObject([
      { path: page.path, field: '', draft: toPage('Mine'), published: toPage('Theirs') },
    ])
    const choices = conflicts.map(({ id }) => ({ conflict: id, side: 'draft' as const }))
    expect(await publish(owner, { operator: writer.id, choices })).toMatchObject({ status: 200 })
  })
})

test('only drafts with changes, of the own projects, are asked for', async ({ owner, writer, taken }) => {
  expect(await request(writer)).toMatchObject({ status: 409, body: { code: 'DRAFT_EMPTY' } })
  await edit(owner, setAge(12))
  const body = { reason, operator: owner.id }
  const other = await writer.call('POST /content/drafts/{project}/review', { params, body })
  expect(other.ok).toBe(false)
  for (const of of ['skyport', '_hub'])
    expect(await request(writer, of), of).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } })
  const support = await addTestOperator(taken, { role: 'support', project: '*' })
  expect(await request(support)).toMatchObject({ status: 403 })
  expect((await readDraft(owner)).review).toBeNull()
})

test('a draft waits for those alone who may publish it', async ({ owner, writer, addOwner }) => {
  await editAndRequest(writer)
  const [other, own] = [await addOwner('skyport'), await addOwner(project)]
  expect([await listWaiting(other), await countOnHome(other)]).toEqual([[], undefined])
  expect(await decline(other, writer.id)).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } })
  expect(await publish(other, { operator: writer.id })).toMatchObject({ status: 404 })
  for (const refused of [await decline(writer, writer.id), await publish(writer, {})])
    expect(refused).toMatchObject({ status: 403, body: { code: 'OPERATOR_FORBIDDEN' } })
  expect([await countOnHome(own), await countOnHome(owner)]).toEqual([1, 1])
  expect(await publish(own, { operator: writer.id })).toMatchObject({ status: 200 })
  expect(await countOnHome(owner)).toBeUndefined()
})

test('while the folder is read, nothing waits', async ({ owner, writer }) => {
  await editAndRequest(writer)
  await owner.callOk('POST /content/use-folder', { body: {} })
  expect([await listWaiting(owner), await countOnHome(owner)]).toEqual([[], undefined])
  expect(await request(writer)).toMatchObject({ status: 409, body: { code: 'CONTENT_IN_FOLDER' } })
})
