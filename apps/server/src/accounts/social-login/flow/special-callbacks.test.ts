/** Flows with special callbacks: Apple's form_post and Telegram's signed widget data. */
import { eventCodes } from '@playhub/contract'
import { expect, test } from 'vitest'
import { type Browser, loginWith, openBrowser, readFlow } from '../../../../test/support/accounts/browser.ts'
import {
  approveAs,
  injectEndpointFault,
  issueTokens,
} from '../../../../test/support/accounts/sandbox-identity.ts'
import { startTestHub, type TestHub } from '../../../../test/support/test-hub.ts'

const widgetOnly = {
  TELEGRAM_BOT_NAME: 'playhub_sandbox_bot',
  TELEGRAM_BOT_TOKEN: '7000000001:sandbox_bot_token',
}

/** The sandbox's signed tokens contain the real time, so the hub starts with it. */
const startHub = (env: Record<string, string> = {}) => startTestHub({ now: new Date().toISOString(), env })

/** Apple's page posts the callback cross-site, so the browser does not send our cookies. */
async function loginAtApple(hub: TestHub, browser: Browser, persona: string) {
  const flow = await browser.open()
  const form = await approveAs(persona, await browser.authorize(flow, 'apple'))
  const back = await openBrowser(hub).visit('/passport/apple/callback', { site: 'cross-site', form })
  expect(back.href).not.toContain(form.code)
  await browser.visit(back, { site: 'cross-site' })
  return readFlow(hub, flow)
}

test('a player logs in with Apple through form_post and keeps the name from the first consent', async () => {
  const hub = await startHub()
  const browser = openBrowser(hub)
  const first = await loginAtApple(hub, browser, 'anna')
  expect(first).toMatchObject({
    status: 'signed-in',
    result: { nickName: 'Anna Petrova', currentAuthType: 'apple' },
  })
  const again = await loginAtApple(hub, browser, 'anna')
  expect(again.result).toMatchObject({ userId: first.result?.userId, nickName: 'Anna Petrova' })
  expect(await loginAtApple(hub, browser, 'deny')).toMatchObject({ status: 'cancelled' })

  const { idToken } = await issueTokens(hub, {
    provider: 'apple',
    persona: 'anna',
    audience: 'example.playhub.app',
  })
  const fromApp = await hub.callOk('POST /auth/apple-login', { body: { idToken } })
  expect(fromApp.data.result.userId).toBe(first.result?.userId)
})

test('a player logs in with Facebook and is the same player with a token from the app', async () => {
  const hub = await startHub()
  const { userId } = await loginWith(hub, 'facebook')
  const { accessToken } = await issueTokens(hub, { provider: 'facebook', persona: 'anna' })
  const fromApp = await hub.callOk('POST /auth/facebook-login', { body: { profile: {}, accessToken } })
  expect(fromApp.data.result.userId).toBe(userId)
})

test('a player logs in with Telegram and is the same player with widget data', async () => {
  const hub = await startHub()
  const { userId } = await loginWith(hub, 'telegram')
  const { userData } = await issueTokens(hub, { provider: 'telegram', persona: 'anna' })
  const widgetSteps = await hub.callOk('POST /auth/telegram-login', { body: { userData } })
  expect(widgetSteps.data.result.userId).toBe(userId)
  const { length } = await hub.context.db.selectFrom('accounts').select('id').execute()
  expect(length).toBe(1)
})

test('a refusal at Facebook or Telegram cancels the flow, and a provider error fails it', async () => {
  const hub = await startHub()
  const browser = openBrowser(hub)
  const failures = {
    facebook: eventCodes.SIGN_IN_FACEBOOK_FAILED,
    telegram: eventCodes.SIGN_IN_TELEGRAM_FAILED,
  }
  for (const [provider, errorCode] of Object.entries(failures)) {
    expect(await browser.completeFlow(await browser.open(), provider, 'deny')).toMatchObject({
      status: 'cancelled',
    })
    await injectEndpointFault(hub, `${provider}:token`, '500')
    const failed = await browser.completeFlow(await browser.open(), provider)
    expect(failed).toEqual({ status: 'failed', result: null, errorCode })
  }
})

/** The URL to which the widget redirects the browser with the signed data. */
async function signedUrl(page: URL, userData: Record<string, string | number>): Promise<URL> {
  const html = await (await fetch(page)).text()
  const authUrl = html.match(/data-auth-url="([^"]+)"/)?.[1]?.replace(/&#38;/g, '&')
  const url = new URL(authUrl ?? '')
  for (const [name, value] of Object.entries(userData)) url.searchParams.set(name, String(value))
  return url
}

test('a bot without a client secret signs a player in through our widget page, once', async () => {
  const hub = await startHub(widgetOnly)
  const browser = openBrowser(hub)
  const { userData } = await issueTokens(hub, { provider: 'telegram', persona: 'anna' })
  const flow = await browser.open()
  const page = await browser.authorize(flow, 'telegram')
  expect(page.pathname).toBe('/passport/telegram/widget')
  await browser.visit(await signedUrl(page, userData))
  const { result } = await readFlow(hub, flow)
  expect(result).toMatchObject({ nickName: 'Anna Petrova', currentAuthType: 'telegram' })

  const attacker = openBrowser(hub)
  const stolen = await attacker.open()
  await attacker.visit(await signedUrl(await attacker.authorize(stolen, 'telegram'), userData))
  expect(await readFlow(hub, stolen)).toEqual({
    status: 'failed',
    result: null,
    errorCode: eventCodes.SIGN_IN_TELEGRAM_FAILED,
  })
  expect(hub.logs()).not.toContain(String(userData.hash))
  expect(hub.logs()).not.toContain('Petrova')
})

test("the widget page allows only Telegram's script, and has two languages", async () => {
  const hub = await startHub(widgetOnly)
  const state = 'a'.repeat(43)
  const open = (query: string) => fetch(`${hub.url}/passport/telegram/widget?${query}`)
  const page = await open(`state=${state}&language=ru`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hub.sandboxUrl}/telegram/js/telegram-widget.js`,
    `frame-src ${hub.sandboxUrl}`,
    expect.stringMatching(/^style-src 'sha256-[^']+'$/),
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
  expect(page.headers.get('cross-origin-opener-policy')).toBeNull()
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('referrer-policy')).toBe('strict-origin')
  const html = await page.text()
  expect(html).toContain('<h1>Вход через Telegram</h1>')
  expect(html).toContain(`data-auth-url="${hub.url}/passport/telegram/callback?state=${state}"`)
  expect(await (await open(`state=${state}`)).text()).toContain('<h1>Sign in with Telegram</h1>')
  for (const query of [
    '',
    'state=',
    'state=a',
    `state=${state}"><script>`,
    `state=${state}&state=${state}`,
  ]) {
    expect((await open(query)).status, query).toBe(400)
  }
})

test('a bot with a client secret has no widget page', async () => {
  const hub = await startHub()
  expect((await fetch(`${hub.url}/passport/telegram/widget?state=${'a'.repeat(43)}`)).status).toBe(404)
})
