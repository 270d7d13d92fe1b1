import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyContent } from '../../test/support/content-copy.ts'
import { pdfText } from '../../test/support/payments/pdf-text.ts'
import { stripeCheckout } from '../../test/support/payments/stripe-checkout.ts'
import { test as hubTest } from '../../test/support/shared-hub-test.ts'
import { openSite, openSiteWithCatalogue } from '../../test/support/site.ts'

const staging = { HUB_MODE: 'staging', SANDBOX_URL: 'http://sandbox.test' }
const labels = { ru: 'Тестовый режим: деньги ненастоящие', en: 'Test mode: no real money' }

test('every page of a staging hub is not indexed and has the label in each language, and an error page in its own', async () => {
  const site = await openSite(staging)
  const paths = [
    '/games/ru/',
    '/games/en/islandm3/',
    '/prices',
    '/docs/terms.html',
    '/session/login',
    '/loader',
  ]
  for (const url of [...paths, '/transactions', '/payments/process/1', '/games/en/?project=nightcity']) {
    const { body, headers } = await site.inject(url)
    expect(headers['x-robots-tag'], url).toBe('noindex')
    expect(body.match(/<aside class="test-mode">(.*?)<\/aside>/)?.[1], url).toBe(
      `<span lang="ru">${labels.ru}</span><span lang="en">${labels.en}</span>`,
    )
  }
  for (const [language, label] of Object.entries(labels)) {
    const headers = { accept: 'text/html', 'accept-language': language }
    expect((await site.inject({ url: '/main_images/nothing.png', headers })).body).toContain(label)
  }
})

test('a language that is added while the hub runs has its label on the next page', async () => {
  const dir = copyContent({})
  const { app, catalogue } = await openSiteWithCatalogue({ ...staging, CONTENT_DIR: dir })
  const urls = ['/games/en/', '/docs/terms.html', '/transactions', '/payments/process/1']
  for (const url of urls) expect((await app.inject(url)).body).not.toContain('lang="de"')
  mkdirSync(join(dir, 'languages/de'), { recursive: true })
  writeFileSync(join(dir, 'languages/de/pages.json'), JSON.stringify({ testMode: 'Testbetrieb' }))
  catalogue.reload()
  for (const url of urls)
    expect((await app.inject(url)).body, url).toContain('<span lang="de">Testbetrieb</span>')
})

test.each(['sandbox', 'production'])('a hub in %s mode has no label', async (mode) => {
  const site = await openSite({ ...staging, HUB_MODE: mode })
  const { body, headers } = await site.inject('/games/en/')
  expect(body).not.toContain('test-mode')
  expect(headers['x-robots-tag']).toBeUndefined()
})

const stagingTest = hubTest.extend('hubOptions', { env: { HUB_MODE: 'staging' } })

stagingTest(
  'a staging hub takes payments from the sandbox, and marks its emails and receipts',
  async ({ hub, player }) => {
    const checkout = stripeCheckout(hub)
    const { orderId } = await checkout.buy(player)
    expect((await checkout.emails(player.email)).map(({ subject }) => subject)).toEqual([
      '[test] Your Playhub receipt for $0.99',
    ])
    const query = { privatePaymentId: orderId }
    const { data } = await hub.callOk('GET /user/get-receipt-link', { as: player, query })
    const pdf = Buffer.from(await (await fetch(`${hub.url}${data.result}`)).arrayBuffer())
    expect(pdfText(pdf)).toContain(`${labels.ru} · ${labels.en}`)
    expect(hub.logs()).toContain('This is a staging hub: payments go to the sandbox')
  },
)
