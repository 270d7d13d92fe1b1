import { eventCodes } from '@playhub/contract'
import { expect } from 'vitest'
import {
  authorizePath,
  eventCodeIn,
  type Flow,
  openBrowser,
  readFlow,
} from '../../../../test/support/accounts/browser.ts'
import { test } from '../../../../test/support/shared-hub-test.ts'
import { startTestHub, type TestHub } from '../../../../test/support/test-hub.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'

function check(hub: TestHub, id: string, verifier?: string) {
  const headers: Record<string, string> = verifier === undefined ? {} : { 'auth-state-verifier': verifier }
  return hub.call('GET /auth/check-user-auth-state/{id}', { params: { id }, headers })
}

async function loggedInFlow(hub: TestHub): Promise<Flow> {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  await browser.visit(await browser.approve(flow, 'google', 'anna'))
  return flow
}

const unknown = { status: 404, body: { code: 'AUTH_STATE_NOT_FOUND' } }

test('only the holder of the verifier can read the result', async ({ hub }) => {
  const flow = await loggedInFlow(hub)
  const other = await openBrowser(hub).open()
  expect(await check(hub, flow.id)).toMatchObject(unknown)
  expect(await check(hub, flow.id, '')).toMatchObject(unknown)
  expect(await check(hub, flow.id, `${flow.verifier}x`)).toMatchObject(unknown)
  expect(await check(hub, flow.id, other.verifier)).toMatchObject(unknown)
  expect(await check(hub, 'never-opened-by-anybody', flow.verifier)).toMatchObject(unknown)
  expect(await check(hub, flow.id, flow.verifier)).toMatchObject({ status: 200 })
})

test('an id is usable for one flow', async ({ hub }) => {
  const { id } = await openBrowser(hub).open()
  const player = await hub.logIn()
  const taken = { status: 409, body: { code: 'AUTH_STATE_TAKEN' } }
  expect(await hub.call('POST /auth/set-user-auth-state', { body: { id } })).toMatchObject(taken)
  expect(await hub.call('POST /me/identities/link', { body: { id }, as: player })).toMatchObject(taken)
  hub.clock.advance(11 * MINUTE_MS)
  expect(await hub.call('POST /auth/set-user-auth-state', { body: { id } })).toMatchObject(taken)
})

test('a malformed id is refused', async ({ hub }) => {
  for (const id of ['', 'short', 'x'.repeat(65), 'with a space and more', '__proto__']) {
    expect((await hub.call('POST /auth/set-user-auth-state', { body: { id } })).status).toBe(400)
  }
})

test('an embedded hub without cookies starts a flow from its own page', async ({ hub }) => {
  const flow = await openBrowser(hub).open()
  const popup = openBrowser(hub)
  await popup.completeFlow(flow, 'google')
  expect(await readFlow(hub, flow)).toMatchObject({ status: 'signed-in' })
})

test('a browser without Sec-Fetch-Site information needs the cookie', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  expect((await browser.authorize(flow, 'google', { site: 'none' })).pathname).toBe(
    '/google/o/oauth2/v2/auth',
  )
})

test('a callback works once', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const callback = await browser.approve(flow, 'google', 'anna')
  const cookies = [...browser.cookies]
  expect(eventCodeIn(await browser.visit(callback))).toBeUndefined()
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  expect(eventCodeIn(await browser.visit(callback))).toBe(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  expect(eventCodeIn(await browser.authorize(flow, 'google'))).toBe(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  expect(await readFlow(hub, flow)).toMatchObject({ status: 'signed-in' })
})

test('a flow can be restarted with another provider', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const abandoned = await browser.approve(flow, 'google', 'anna')
  expect(await browser.completeFlow(flow, 'vk', 'boris')).toMatchObject({
    status: 'signed-in',
    result: { currentAuthType: 'vk', nickName: 'Boris' },
  })
  expect(eventCodeIn(await browser.visit(abandoned))).toBe(eventCodes.SIGN_IN_STATE_NOT_FOUND)
})

test('a callback is accepted only for its own provider', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const { search } = await browser.approve(flow, 'google', 'anna')
  expect(eventCodeIn(await browser.visit(`/passport/vk/callback${search}`))).toBe(
    eventCodes.SIGN_IN_STATE_NOT_FOUND,
  )
  expect(await readFlow(hub, flow)).toMatchObject({ status: 'waiting' })
})

test('a flow expires after ten minutes', async ({ hub }) => {
  const browser = openBrowser(hub)
  const late = await browser.open()
  const tooLate = await browser.open()
  const callback = await browser.approve(late, 'google', 'anna')
  hub.clock.advance(10 * MINUTE_MS)
  expect(eventCodeIn(await browser.visit(callback))).toBe(eventCodes.SIGN_IN_STATE_EXPIRED)
  expect(eventCodeIn(await browser.authorize(tooLate, 'google'))).toBe(eventCodes.SIGN_IN_STATE_EXPIRED)
  expect(await readFlow(hub, late)).toEqual({
    status: 'failed',
    result: null,
    errorCode: eventCodes.SIGN_IN_STATE_EXPIRED,
  })
})

test('a callback in the last minute leaves time to read the result', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  hub.clock.advance(9 * MINUTE_MS)
  await browser.visit(await browser.approve(flow, 'google', 'anna'))
  hub.clock.advance(2 * MINUTE_MS)
  expect(await readFlow(hub, flow)).toMatchObject({ status: 'signed-in' })
})

test('expired flows are deleted', async ({ hub }) => {
  await loggedInFlow(hub)
  await openBrowser(hub).open()
  await hub.passTime(60 * MINUTE_MS)
  expect(await hub.context.db.selectFrom('authFlows').select('id').execute()).toEqual([])
})

test('an unknown provider, or one without keys, is reported as unknown', async () => {
  const hub = await startTestHub({ env: { HUB_MODE: 'production', SMTP_URL: 'smtp://127.0.0.1:25' } })
  const browser = openBrowser(hub)
  const flow = await browser.open()
  for (const provider of ['google', 'myspace', 'mail', '__proto__', 'constructor', '%00', 'Google']) {
    expect(eventCodeIn(await browser.authorize(flow, provider))).toBe(eventCodes.SIGN_IN_UNKNOWN_METHOD)
    const callback = `/passport/${provider}/callback?state=x`
    expect(eventCodeIn(await browser.visit(callback))).toBe(eventCodes.SIGN_IN_UNKNOWN_METHOD)
    expect(eventCodeIn(await browser.visit(callback, { form: { state: 'x' } }))).toBe(
      eventCodes.SIGN_IN_UNKNOWN_METHOD,
    )
  }
})

test('a malformed state redirects to the result page instead of failing', async ({ hub }) => {
  const browser = openBrowser(hub)
  const { id } = await browser.open()
  const states = [
    undefined,
    '',
    'null',
    '[]',
    '"text"',
    '{',
    '{"userAuthDataId":1}',
    '{"__proto__":{"userAuthDataId":"0123456789abcdef"}}',
    '{"constructor":{"prototype":{}},"userAuthDataId":"hasOwnProperty"}',
    JSON.stringify({ userAuthDataId: id, session: { a: 1 } }),
    JSON.stringify({ userAuthDataId: id, session: 'x'.repeat(1000) }),
    JSON.stringify({ userAuthDataId: id, session: '\u0000' }),
    JSON.stringify({ userAuthDataId: `${id}\u0000` }),
    '['.repeat(5000),
  ]
  for (const state of states) {
    const query = state === undefined ? '' : `?${new URLSearchParams({ state })}`
    const done = await browser.visit(`/passport/google${query}`)
    expect([state, eventCodeIn(done)]).toEqual([state, eventCodes.SIGN_IN_STATE_NOT_FOUND])
  }
  const twice = new URLSearchParams([
    ['state', authorizePath({ id }, 'google')],
    ['state', authorizePath({ id }, 'google')],
  ])
  expect(eventCodeIn(await browser.visit(`/passport/google?${twice}`))).toBe(
    eventCodes.SIGN_IN_STATE_NOT_FOUND,
  )
  expect(hub.logs()).not.toContain('Request failed')
})

test('a malformed callback redirects to the result page instead of failing', async ({ hub }) => {
  const browser = openBrowser(hub)
  await browser.open()
  const queries = ['', '?state=', '?state=a&state=b', '?__proto__=x&state=y', '?state=%00', '?payload={']
  for (const query of queries) {
    for (const provider of ['google', 'vk', 'yandex']) {
      const done = await browser.visit(`/passport/${provider}/callback${query}`)
      expect([query, eventCodeIn(done)]).toEqual([query, eventCodes.SIGN_IN_STATE_NOT_FOUND])
    }
  }
  const posted = await browser.visit('/passport/google/callback', { form: { state: '\u0000' } })
  expect(eventCodeIn(posted)).toBe(eventCodes.SIGN_IN_STATE_NOT_FOUND)
})

test('a body that is not a form is refused', async ({ hub }) => {
  for (const [type, body] of [
    ['application/json', '{"state":{"a":1}}'],
    ['application/json', 'null'],
    ['text/plain', 'state=a'],
  ] as const) {
    const headers = { 'content-type': type }
    const response = await fetch(`${hub.url}/passport/google/callback`, { method: 'POST', headers, body })
    expect(response.status).toBe(415)
  }
  const nothing = await openBrowser(hub).visit('/passport/google/callback', { form: {} })
  expect(eventCodeIn(nothing)).toBe(eventCodes.SIGN_IN_STATE_NOT_FOUND)
})

test('a form that is too long is refused', async ({ hub }) => {
  const response = await fetch(`${hub.url}/passport/google/callback`, {
    method: 'POST',
    body: new URLSearchParams({ state: 'x'.repeat(70_000) }),
  })
  expect(response.status).toBe(413)
})

test('the redirect URI is the registered one, for any Host header', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const response = await fetch(hub.url + authorizePath(flow, 'google'), {
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-host': 'evil.example' },
  })
  const url = new URL(response.headers.get('location') ?? '')
  expect(url.searchParams.get('redirect_uri')).toBe(`${hub.url}/passport/google/callback`)
  expect(url.searchParams.get('state')).toMatch(/^[\w-]{43}$/)
  expect(url.searchParams.get('code_challenge_method')).toBe('S256')
})

test('a HEAD request does not consume a callback', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const callback = await browser.approve(flow, 'google', 'anna')
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  await fetch(callback, { method: 'HEAD', redirect: 'manual', headers: { cookie } })
  await browser.visit(callback)
  expect(await readFlow(hub, flow)).toMatchObject({ status: 'signed-in' })
})

test('over https the binding cookie is one that no other host can set, of ten minutes and HttpOnly', async () => {
  const hub = await startTestHub({ env: { PUBLIC_URL: 'https://hub.example' } })
  const { headers } = await hub.call('POST /auth/set-user-auth-state', {
    body: { id: 'time-and-random-text' },
  })
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-oauth-[\w-]{12}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ])
})

const openings = {
  'a login': (hub: TestHub, id: string) => hub.call('POST /auth/set-user-auth-state', { body: { id } }),
  'a link': async (hub: TestHub, id: string) =>
    hub.call('POST /me/identities/link', { body: { id }, as: await hub.logIn() }),
  'a reauthentication': async (hub: TestHub, id: string) =>
    hub.call('POST /me/reauthentication/provider', { body: { id }, as: await hub.logIn() }),
}

test.for(Object.entries(openings))('the binding cookie of %s cannot be planted', async ([, openFlow]) => {
  const hub = await startTestHub({ env: { PUBLIC_URL: 'https://hub.example' } })
  const id = 'time-and-random-text'
  const [pair = ''] = (await openFlow(hub, id)).headers.getSetCookie().map((line) => line.split(';')[0])
  const startWith = async (cookie: string) => {
    const response = await fetch(hub.url + authorizePath({ id }, 'google'), {
      redirect: 'manual',
      headers: { cookie, 'sec-fetch-site': 'none' },
    })
    return eventCodeIn(new URL(response.headers.get('location') ?? '', hub.url))
  }
  expect(await startWith(pair)).toBeUndefined()
  const other = pair.replace(/=.*/, '=planted')
  const planted = [
    pair.replace('__Host-', '__Secure-'),
    pair.replace('__Host-', ''),
    pair.replace('__Host-', '__host-'),
    // Some parsers trim more than spaces and read this name as ours.
    `\u00a0${pair}`,
    `${pair}; ${pair}`,
    `${other}; ${pair}`,
    `${pair};${other}`,
  ]
  const refused = eventCodes.SIGN_IN_STATE_NOT_FOUND
  for (const cookie of planted) expect([cookie, await startWith(cookie)]).toEqual([cookie, refused])
})

test('the OAuth routes have a rate limit per IP address', async () => {
  const hub = await startTestHub({ env: { REQUESTS_PER_MINUTE: '3', TRUST_PROXY: 'true' } })
  const ask = () =>
    fetch(`${hub.url}/passport/google`, {
      redirect: 'manual',
      headers: { 'x-forwarded-for': '192.0.2.1' },
    })
  const statuses: number[] = []
  for (let time = 0; time < 4; time++) statuses.push((await ask()).status)
  expect(statuses).toEqual([303, 303, 303, 429])
})
