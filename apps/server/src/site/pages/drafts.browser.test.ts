import { launchChromium } from '@playhub/test-kit/chromium'
import { freePorts } from '@playhub/test-kit/free-ports'
import Fastify from 'fastify'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'
import { buildApp } from '../../app.ts'
import { loadBuiltRenderer } from './renderer.ts'

const project = 'islandm3'

/** A hub with pages and content in its database, and the link to a draft with another name and picture. */
async function openDraft() {
  const [port = 0] = await freePorts(1)
  const publicUrl = `http://localhost:${port}`
  const hub = await startTestHub({ env: { PUBLIC_URL: publicUrl } })
  const operator = await addTestOperator(hub, { role: 'owner', project: '*' })
  await runOnHub(hub, ['content', 'import', copyContent({})])
  await hub.context.catalogue.refresh()
  const app = await buildApp(hub.context, await loadBuiltRenderer())
  onTestFinished(() => app.close())
  await app.listen({ port, host: 'localhost' })

  const drafts = `/api/operator/v1/content/drafts/${project}`
  const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer()
  await fetch(new URL(`${drafts}/pictures/main_images%2F${project}%2Fgreen`, hub.url), {
    method: 'PUT',
    headers: { cookie: operator.cookie, 'x-operator': '1', 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  })
  const file = { params: { project, path: `projects/${project}.yaml` } }
  const { text, baseSha256 } = (await operator.callOk('GET /content/drafts/{project}/files/{path}', file))
    .data.result
  const changed = text
    ?.replace('en: Treasure Island M3', 'en: Green Island')
    .replace(/(cardImage|heroImage|heroImageSmall): .*/g, `$1: /main_images/${project}/green.webp`)
  await operator.callOk('PUT /content/drafts/{project}/files/{path}', {
    ...file,
    body: { text: changed ?? '', baseSha256 },
  })
  const body = { language: 'en', path: `/games/en/${project}/` } as const
  const link = await operator.callOk('POST /content/drafts/{project}/preview', { params: { project }, body })
  const browser = await launchChromium()
  onTestFinished(() => browser.close())
  return { page: await browser.newPage(), publicUrl, url: link.data.result.url }
}

/** Scripts are text: this program has no types of the browser. */
const readTitle = "document.querySelector('h1')?.textContent"

test('a draft is shown on the real page, which runs nothing and calls nothing', async () => {
  const { page, publicUrl, url } = await openDraft()
  const requested: string[] = []
  page.on('requestfinished', (request) => void requested.push(request.url()))
  await page.goto(url, { waitUntil: 'load' })
  expect(await page.evaluate(readTitle)).toContain('Green Island')
  expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily")).toMatch(
    /Unbounded/,
  )
  const widths = '[...document.querySelectorAll(\'img[src*="green.webp"]\')].map((img) => img.naturalWidth)'
  expect(await page.evaluate(widths)).toEqual(expect.arrayContaining([320]))
  const banner = page.getByRole('status').filter({ hasText: 'Draft by Olga' })
  expect(await banner.isVisible()).toBe(true)
  expect(requested.filter((each) => /\/api\/|\.js(\?|$)/.test(each))).toEqual([])
  expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0)

  await page.goto(`${publicUrl}/games/en/${project}/`)
  expect(await page.evaluate(readTitle)).toContain('Treasure Island')
})

test('the console frames a draft, and another site does not', async () => {
  const { page, publicUrl, url } = await openDraft()
  const frame = `const frame = document.createElement('iframe'); frame.src = '${url}'; frame.sandbox = 'allow-same-origin';
    new Promise((resolve) => { frame.onload = resolve; document.body.append(frame) })`
  await page.goto(`${publicUrl}/console/`)
  await page.evaluate(frame)
  const framed = () =>
    page
      .frames()[1]
      ?.evaluate(readTitle)
      .catch(() => undefined)
  expect(await framed()).toContain('Green Island')

  const other = Fastify()
  other.get('/', (_request, reply) => reply.type('text/html').send('<body></body>'))
  onTestFinished(() => other.close())
  await page.goto(await other.listen({ port: 0, host: '127.0.0.1' }))
  await page.evaluate(frame)
  // The headless shell has no text for a refused frame.
  expect((await framed()) ?? 'refused').not.toContain('Green Island')
})
