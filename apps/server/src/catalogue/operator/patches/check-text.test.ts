/** Trying a change on a hub that reads its content from a folder. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Grant, maxContentText } from '@playhub/contract/operator'
import { expect } from 'vitest'
import { copyContent } from '../../../../test/support/content-copy.ts'
import { test as base } from '../../../../test/support/hub-test.ts'
import { addTestOperator, type OperatorClient } from '../../../../test/support/operators/operator-client.ts'
import { runOnHub } from '../../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../../test/support/test-hub.ts'
import { hashBytes } from '../../versions/hash-bytes.ts'

const project = 'islandm3'
const path = `projects/${project}.yaml`
const params = { project, path }
const owner: Grant = { role: 'owner', project: '*' }

/** The console opens with the first owner. */
async function addProducer(hub: TestHub): Promise<OperatorClient> {
  await addTestOperator(hub, owner)
  return addTestOperator(hub, { role: 'producer', project })
}

/** The hub's own copy of the demo content. */
const test = base.extend('hubOptions', () => ({ content: {} }))

const route = 'POST /content/drafts/{project}/files/{path}/patch'

const readText = async ({ callOk }: OperatorClient) =>
  (await callOk('GET /content/drafts/{project}/files/{path}', { params })).data.result

async function check(
  { call }: OperatorClient,
  text: string | null,
  given: Partial<typeof params> = {},
  baseSha256: string | null = null,
) {
  return call(route, { params: { ...params, ...given }, body: { text, baseSha256 } })
}

test('a producer downloads a price as a patch, which whoever deploys the folder applies', async ({ hub }) => {
  const operator = await addProducer(hub)
  const { contentDir } = hub.context.config
  const before = readFileSync(join(contentDir, path), 'utf8')
  const { text, baseSha256 } = await readText(operator)
  const broken = await check(operator, text?.replace('USD: 0.99', 'USD: 0.01') ?? '', {}, baseSha256)
  expect(broken).toMatchObject({
    body: { data: { result: { problems: [{ code: 'content.min-charge' }] } } },
  })
  const { data } = await operator.callOk(route, {
    params,
    body: { text: text?.replace('USD: 0.99', 'USD: 1.05') ?? '', baseSha256 },
  })
  expect(data.result).toMatchObject({ problems: [], publishedText: before, baseSha256 })
  expect(readFileSync(join(contentDir, path), 'utf8')).toBe(before)
  expect((await operator.callOk('GET /content')).data.result.projects[0]?.hasDraft).toBe(false)

  const applied = spawnSync('git', ['apply'], { cwd: contentDir, input: data.result.patch ?? '' })
  expect(applied.status).toBe(0)
  hub.context.catalogue.reload()
  expect(hub.context.catalogue.item('islandm3-hints')?.price.USD).toBe(105)
})

test('a text over a file that was deployed anew is a conflict with both sides', async ({ hub }) => {
  const operator = await addProducer(hub)
  const { text, baseSha256 } = await readText(operator)
  const file = join(hub.context.config.contentDir, path)
  writeFileSync(file, `${text}# Deployed\n`)
  const refused = await check(operator, `${text}# Mine\n`, {}, baseSha256)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'EDIT_CONFLICT',
      details: {
        mine: `${text}# Mine\n`,
        theirs: `${text}# Deployed\n`,
        baseSha256: hashBytes(`${text}# Deployed\n`),
      },
    },
  })
})

test('a file that is no UTF-8 gives no patch', async ({ hub }) => {
  const operator = await addTestOperator(hub, owner)
  writeFileSync(join(hub.context.config.contentDir, path), Buffer.from([0x61, 0xff, 0x0a]))
  const { baseSha256 } = await readText(operator)
  expect(await check(operator, 'name: { en: A }\n', {}, baseSha256)).toMatchObject({
    status: 409,
    body: { code: 'CONTENT_INVALID', details: { problems: [{ code: 'content.encoding' }] } },
  })
})

test.for([
  ["another producer's project", { project: 'skyport', path: 'projects/skyport.yaml' }],
  ['a file of another project', { path: 'projects/skyport.yaml' }],
  ['the hub file', { path: 'hub.yaml' }],
  ['a document without the right to documents', { project: '_hub', path: 'docs/offer.en.md' }],
  ['a drawing', { path: `main_images/${project}/x.svg` }],
] as const)('%s is not checked', async ([_, given], { hub }) => {
  const operator = await addProducer(hub)
  expect((await check(operator, 'name: { en: A }\n', given)).status).toBe(404)
})

test.for([
  '../hub.yaml',
  `pages/${project}/../../hub.yaml`,
  `pages/${project}/a\n+++ b/hub.yaml`,
  `pages/${project}/a\\b.yaml`,
  `/etc/${project}.yaml`,
])('the path %j names no file of the content', async (outside, { hub }) => {
  const operator = await addTestOperator(hub, owner)
  expect((await check(operator, 'a', { path: outside })).status).toBe(400)
})

test('a name with a quote cannot add a file to the patch', async ({ hub }) => {
  const operator = await addTestOperator(hub, owner)
  const named = { params: { project, path: `pages/${project}/x" b.yaml` } }
  const { data } = await operator.callOk(route, {
    ...named,
    body: { text: '--- a\n+++ b/hub.yaml\n', baseSha256: null },
  })
  expect(data.result.patch?.split('\n').slice(0, 4)).toEqual([
    '--- /dev/null',
    `+++ "b/pages/${project}/x\\" b.yaml"`,
    '@@ -0,0 +1,2 @@',
    '+--- a',
  ])
})

test('texts that are too long or too costly are refused', async ({ hub }) => {
  const operator = await addTestOperator(hub, owner)
  const { baseSha256 } = await readText(operator)
  expect((await check(operator, 'a'.repeat(maxContentText + 1), {}, baseSha256)).status).toBe(400)
  const nested = `a: ${'['.repeat(20_000)}`
  expect(await check(operator, nested, {}, baseSha256)).toMatchObject({ body: { code: 'DRAFT_TOO_LARGE' } })
})

test('content in the database has drafts instead', async ({ hub }) => {
  await runOnHub(hub, ['content', 'import', copyContent({})])
  await hub.context.catalogue.refresh()
  const operator = await addTestOperator(hub, owner)
  const { text, baseSha256 } = await readText(operator)
  expect(await check(operator, text, {}, baseSha256)).toMatchObject({
    status: 409,
    body: { code: 'CONTENT_IN_DATABASE' },
  })
})
