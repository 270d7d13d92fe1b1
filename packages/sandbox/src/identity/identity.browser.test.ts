import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { accessibilityViolations, browserTest } from '../../test/browser.ts'

const test = browserTest
  .extend('app', { scope: 'file' }, async ({ environment }, { onCleanup }) => {
    const app = await openApp(environment.sandbox.url)
    onCleanup(app.close)
    return app
  })
  .extend('authorizeUrl', ({ environment, app }) => {
    return (path: string, fields: Record<string, string>) =>
      `${environment.sandbox.url}${path}?${new URLSearchParams({ redirect_uri: `${app.url}/callback`, response_type: 'code', ...fields })}`
  })

const google = { client_id: 'sandbox-google-web.apps', scope: 'openid email', state: 'a-state' }

test('a persona is chosen on an accessible page, in either language', async ({ authorizeUrl, openPage }) => {
  const inTwoLanguages = [
    { locale: 'en-GB', heading: 'Who is signing in?', refuse: 'Refuse', lang: 'en' },
    { locale: 'ru-RU', heading: 'Кто входит?', refuse: 'Отказать', lang: 'ru' },
  ]
  for (const { locale, heading, refuse, lang } of inTwoLanguages) {
    const { page, consoleMessages } = await openPage({ locale })
    await page.goto(authorizeUrl('/google/o/oauth2/v2/auth', google))
    await page.getByRole('heading', { name: heading }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(lang)
    expect(await page.getByRole('list').getByRole('link').count()).toBe(6)
    expect(await accessibilityViolations(page)).toEqual([])

    await page.getByRole('link', { name: "O'Neil <b>& Sons</b>" }).click()
    await page.getByText('GET /callback?state=a-state&code=').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: refuse }).click()
    await page.getByText('GET /callback?error=access_denied&state=a-state').waitFor()
    expect(consoleMessages).toEqual([])
  }
})

test('a provider shows its own error for an unknown app', async ({ authorizeUrl, openPage }) => {
  const { page } = await openPage()
  await page.goto(authorizeUrl('/google/o/oauth2/v2/auth', { ...google, client_id: 'other' }))
  await page.getByText('Error 401: invalid_client').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('Apple posts the response to the app automatically', async ({ authorizeUrl, openPage }) => {
  const { page, consoleMessages } = await openPage()
  const apple = {
    client_id: 'example.playhub.web',
    scope: 'name email',
    response_mode: 'form_post',
    state: 's',
  }
  await page.goto(authorizeUrl('/apple/auth/authorize', apple))
  await page.getByRole('link', { name: 'Anna Petrova' }).click()
  await page.getByText('POST /callback state=s&code=').waitFor()
  expect(await page.locator('pre').textContent()).toContain('user=%7B%22name%22')
  expect(consoleMessages).toEqual([])
})

test('the Telegram button opens a popup and passes the signed user data to a page or to a function', async ({
  app,
  openPage,
}) => {
  const { page, consoleMessages } = await openPage()
  await page.goto(`${app.url}/redirected`)
  await choose('Log in with Telegram', 'Anna Petrova')
  await page.getByText(/GET \/callback\?id=\d+&first_name=Anna&.*&hash=[0-9a-f]{64}/).waitFor()

  await page.goto(`${app.url}/called`)
  await choose('Войти через Telegram', 'Отказать')
  await choose('Войти через Telegram', 'Boris')
  await page.getByText(/^\{"id":\d+,"first_name":"Boris","auth_date":\d+,"hash":"[0-9a-f]{64}"\}$/).waitFor()
  expect(consoleMessages).toEqual([])

  async function choose(button: string, persona: string): Promise<void> {
    const opening = page.waitForEvent('popup')
    await page.frameLocator('iframe[title="Telegram"]').getByRole('button', { name: button }).click()
    const popup = await opening
    const closing = popup.waitForEvent('close')
    await popup.getByRole('link', { name: persona }).click()
    await closing
  }
})

test('the dashboard lists the personas', async ({ environment, openPage }) => {
  const { page, consoleMessages } = await openPage({ locale: 'ru-RU' })
  await page.goto(environment.sandbox.url)
  const personas = page.getByRole('region', { name: 'Тестовые люди' })
  await personas.getByText('Клара Щукина').waitFor()
  await personas.getByText('persona=clara').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(consoleMessages).toEqual([])
})

/** An app showing its received data, and Telegram's button in both modes. */
async function openApp(sandboxUrl: string) {
  const widget = (mode: string) =>
    `<script src="${sandboxUrl}/telegram/js/telegram-widget.js?22" data-telegram-login="playhub_sandbox_bot" ${mode}></script>`
  const pages: Record<string, string> = {
    '/redirected': widget('data-auth-url="/callback"'),
    '/called': `<p id="user"></p><script>function onTelegramAuth(user) { document.getElementById('user').textContent = JSON.stringify(user) }</script>
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
