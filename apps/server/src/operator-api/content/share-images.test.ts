import sharp from 'sharp'
import { expect, onTestFinished } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { test as base } from '../../../test/support/hub-test.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { buildApp } from '../../app.ts'
import type { PageRenderer } from '../../site/index.ts'

const project = 'islandm3'
const path = `projects/${project}.yaml`

const renderer: PageRenderer = async ({ page }) => ({ status: 200, html: `<html>${page.ogImage}</html>` })

const test = base.extend('taken', async ({ hub }) => {
  const operator = await addTestOperator(hub, { role: 'owner', project: '*' })
  await runOnHub(hub, ['content', 'import', copyContent({})])
  await hub.context.catalogue.refresh()
  const app = await buildApp(hub.context, renderer)
  onTestFinished(() => app.close())
  const origin = await app.listen({ port: 0 })
  /** Changes the draft. @returns codes of its effects */
  const edit = async (change: (yaml: string) => string) => {
    const file = { params: { project, path } }
    const key = 'drafts/{project}/files/{path}' as const
    const { text, baseSha256 } = (await operator.callOk(`GET /content/${key}`, file)).data.result
    await operator.callOk(`PUT /content/${key}`, { ...file, body: { text: change(text ?? ''), baseSha256 } })
    const draft = await operator.callOk('GET /content/drafts/{project}', { params: { project } })
    return draft.data.result.effects.map(({ code }) => code)
  }
  const upload = async (name: string, colour: string) => {
    const bytes = await sharp({ create: { width: 1600, height: 900, channels: 3, background: colour } })
      .jpeg()
      .toBuffer()
    const { status } = await fetch(
      new URL(
        `/api/operator/v1/content/drafts/${project}/pictures/main_images%2F${project}%2F${name}`,
        hub.url,
      ),
      {
        method: 'PUT',
        headers: { cookie: operator.cookie, 'x-operator': '1', 'content-type': 'image/jpeg' },
        body: new Uint8Array(bytes),
      },
    )
    expect(status).toBe(200)
  }
  const publish = async () => {
    const body = { reason: 'A test' }
    await operator.callOk('POST /content/drafts/{project}/publish', { params: { project }, body })
  }
  const findImage = async () =>
    /\/share\/[^<]*/.exec(await (await fetch(`${origin}/games/en/${project}/`)).text())?.[0] ?? ''
  const readImage = async (url: string) => {
    const response = await fetch(origin + url)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    return Buffer.from(await response.arrayBuffer())
  }
  return { edit, upload, publish, findImage, readImage }
})

test('a published name or picture is in the link preview of the next request', async ({ taken }) => {
  const { edit, upload, publish, findImage, readImage } = taken
  const first = await findImage()
  const firstImage = await readImage(first)

  expect(await edit((yaml) => yaml.replace('en: Treasure Island M3', 'en: Treasure Isle'))).toContain(
    'effect.share-image',
  )
  expect(await findImage()).toBe(first)
  await publish()
  const renamed = await findImage()
  expect(renamed).not.toBe(first)
  expect((await readImage(renamed)).equals(firstImage)).toBe(false)

  await upload('fresh', '#12cc56')
  const withFresh = (yaml: string) =>
    yaml.replace(/shareArt: .*/, `shareArt: /main_images/${project}/fresh.webp`)
  expect(await edit(withFresh)).toContain('effect.share-image')
  await publish()
  const repainted = await findImage()
  expect(repainted).not.toBe(renamed)
  // The right edge shows the art alone.
  const edge = sharp(await readImage(repainted)).extract({ left: 1180, top: 300, width: 10, height: 10 })
  const { channels } = await sharp(await edge.png().toBuffer()).stats()
  expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean / 16))).toEqual([1, 13, 5])

  // The same address with other bytes.
  await upload('fresh', '#cc1256')
  expect(await edit((yaml) => yaml)).toContain('effect.share-image')
  await publish()
  expect(await findImage()).not.toBe(repainted)

  // Who has kept an earlier address gets the current image.
  const current = await readImage(await findImage())
  expect((await readImage(first)).equals(current)).toBe(true)
})

test('the effects name the link preview only when its image changes', async ({ taken }) => {
  const { edit, upload } = taken
  await upload('unused', '#12cc56')
  expect(await edit((yaml) => yaml.replace('USD: 0.99', 'USD: 1.05'))).not.toContain('effect.share-image')
  expect(
    await edit((yaml) => yaml.replace(/cardDescription:/, 'orientation: any\n  cardDescription:')),
  ).not.toContain('effect.share-image')
  // The large picture of the page is not that of the preview.
  expect(
    await edit((yaml) => yaml.replace(/heroImage: .*/, `heroImage: /main_images/${project}/unused.webp`)),
  ).not.toContain('effect.share-image')
  expect(await edit((yaml) => yaml.replace(/ {2}shareArt: .*\n/, ''))).toContain('effect.share-image')
  // A game with a ready preview shows that one.
  expect(
    await edit((yaml) =>
      yaml.replace(/\n {2}seo:\n/, `\n  seo:\n    ogImage: /main_images/${project}/unused.webp\n`),
    ),
  ).not.toContain('effect.share-image')
})
