import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openChromium, openPage, violations } from '../testing/chromium.ts'
import { startWorld, type TestWorld } from '../testing/environment.ts'

let world: TestWorld
let browser: Browser
let app: Awaited<ReturnType<typeof openApp>>

vi.setConfig({ testTimeout: 60_000 })
beforeAll(async () => {
  world = await startWorld()
  app = await openApp(world.sandbox.url)
  browser = await openChromium()
}, 60_000)
afterAll(async () => {
  await browser.close()
  await app.close()
  await world.close()
})

/** An app that says what it received, and shows Telegram's button in both of its manners. */
async function openApp(sandboxUrl: string) {
  const widget = (manner: string) =>
    `<script src="${sandboxUrl}/telegram/js/telegram-widget.js?22" data-telegram-login="playhub_sandbox_bot" ${manner}></script>`
  const pages: Record<string, string> = {
    '/redirected': widget('data-auth-url="/callback"'),
    '/called': `<p id="said"></p><script>function onTelegramAuth(user) { said.textContent = JSON.stringify(user) }</script>
      ${widget('data-onauth="onTelegramAuth(user)" data-lang="ru"')}`,
  }
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://app')
    const received = `<pre>${request.method} ${pathname}${search.replaceAll('&', '&amp;')} ${await text(request)}</pre>`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,"><body>${pages[pathname] ?? received}`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function addressOf(path: string, fields: Record<string, string>): string {
  return `${world.sandbox.url}${path}?${new URLSearchParams({ redirect_uri: `${app.url}/callback`, response_type: 'code', ...fields })}`
}

const google = { client_id: 'sandbox-google-web.apps', scope: 'openid email', state: 'a-state' }

test('a person picks who they are on a page that everybody can use, in either language', async () => {
  const inTwoLanguages = [
    { locale: 'en-GB', heading: 'Who is signing in?', refuse: 'Refuse', lang: 'en' },
    { locale: 'ru-RU', heading: 'Кто входит?', refuse: 'Отказать', lang: 'ru' },
  ]
  for (const { locale, heading, refuse, lang } of inTwoLanguages) {
    const { page, said } = await openPage(browser, { locale })
    await page.goto(addressOf('/google/o/oauth2/v2/auth', google))
    await page.getByRole('heading', { name: heading }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(lang)
    expect(await page.getByRole('list').getByRole('link').count()).toBe(6)
    expect(await violations(page)).toEqual([])

    await page.getByRole('link', { name: "O'Neil <b>& Sons</b>" }).click()
    await page.getByText('GET /callback?state=a-state&code=').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: refuse }).click()
    await page.getByText('GET /callback?error=access_denied&state=a-state').waitFor()
    expect(said).toEqual([])
    await page.context().close()
  }
})

test('a provider says in its own words that it does not know the app', async () => {
  const { page } = await openPage(browser)
  await page.goto(addressOf('/google/o/oauth2/v2/auth', { ...google, client_id: 'other' }))
  await page.getByText('Error 401: invalid_client').waitFor()
  expect(await violations(page)).toEqual([])
  await page.context().close()
})

test('Apple posts the answer to the app by itself', async () => {
  const { page, said } = await openPage(browser)
  const apple = {
    client_id: 'example.playhub.web',
    scope: 'name email',
    response_mode: 'form_post',
    state: 's',
  }
  await page.goto(addressOf('/apple/auth/authorize', apple))
  await page.getByRole('link', { name: 'Anna Petrova' }).click()
  await page.getByText('POST /callback state=s&code=').waitFor()
  expect(await page.locator('pre').textContent()).toContain('user=%7B%22name%22')
  expect(said).toEqual([])
  await page.context().close()
})

test('the Telegram button opens a window and takes the signed person to a page or to a function', async () => {
  const { page, said } = await openPage(browser)
  await page.goto(`${app.url}/redirected`)
  await choose('Log in with Telegram', 'Anna Petrova')
  await page.getByText(/GET \/callback\?id=\d+&first_name=Anna&.*&hash=[0-9a-f]{64}/).waitFor()

  await page.goto(`${app.url}/called`)
  await choose('Войти через Telegram', 'Отказать')
  await choose('Войти через Telegram', 'Boris')
  await page.getByText(/^\{"id":\d+,"first_name":"Boris","auth_date":\d+,"hash":"[0-9a-f]{64}"\}$/).waitFor()
  expect(said).toEqual([])
  await page.context().close()

  async function choose(button: string, person: string): Promise<void> {
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: button }).click()
    const popup = await opening
    const closing = popup.waitForEvent('close')
    await popup.getByRole('link', { name: person }).click()
    await closing
  }
})

test('the page for people lists the test people', async () => {
  const { page, said } = await openPage(browser, { locale: 'ru-RU' })
  await page.goto(world.sandbox.url)
  const people = page.getByRole('region', { name: 'Тестовые люди' })
  await people.getByText('Клара Щукина').waitFor()
  await people.getByText('persona=clara').waitFor()
  expect(await violations(page)).toEqual([])
  expect(said).toEqual([])
  await page.context().close()
})
