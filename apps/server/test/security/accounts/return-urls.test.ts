/** The server redirects only to its own URLs; the browser selects one of the project's return URLs. */
import { request } from 'node:http'
import { expect } from 'vitest'
import { authorizePath, openBrowser } from '../../support/accounts/browser.ts'
import { test } from '../../support/shared-hub-test.ts'
import type { TestHub } from '../../support/test-hub.ts'

const foreign = 'evil.example'
const foreignHost = { host: foreign, 'x-forwarded-host': foreign, 'x-forwarded-proto': 'https' }

type Raw = { status: number; location: string; body: string }

/** `fetch` does not allow setting the Host header. */
function ask(hub: TestHub, path: string, headers: Record<string, string>, body?: string): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${hub.url}${path}`,
      { method: body ? 'POST' : 'GET', headers },
      async (response) => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, location: headers.location ?? '', body: (await response.toArray()).join('') })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

test('the login URL has our own origin, for any host and fields of the request', async ({ hub }) => {
  const fields = {
    loginUrl: `https://${foreign}`,
    returnUrl: `https://${foreign}`,
    host: foreign,
    origin: foreign,
  }
  const headers = { ...foreignHost, 'content-type': 'application/json', referer: `https://${foreign}/` }
  const { status, body } = await ask(hub, '/api/session/get', headers, JSON.stringify(fields))
  expect(status).toBe(200)
  expect(new URL(JSON.parse(body).loginUrl).origin).toBe(hub.url)
  expect(body).not.toContain(foreign)
})

test('a project id that would change the URL is refused', async ({ hub }) => {
  for (const project of [`//${foreign}`, `../../${foreign}`, `x@${foreign}`, '__proto__', 'constructor']) {
    const response = await hub.call('POST /session/get', { body: { project } })
    expect([project, response.status]).toEqual([project, 404])
  }
})

test('the redirect to a provider names our own callback, and the flow ends at our own page', async ({
  hub,
}) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const wishes = new URLSearchParams({
    redirect_uri: `https://${foreign}`,
    next: `//${foreign}`,
    returnTo: foreign,
  })
  const start = await ask(hub, `${authorizePath(flow, 'google')}&${wishes}`, { ...foreignHost, cookie })
  const there = new URL(start.location, hub.url)
  expect([new URL(hub.sandboxUrl).origin, hub.url]).toContain(there.origin)
  expect(start.location).not.toContain(foreign)

  const back = await ask(hub, `/passport/google/callback?state=x&${wishes}`, { ...foreignHost, cookie })
  expect(back.status).toBe(303)
  expect(back.location).toMatch(/^\/session\/loginDone\?/)
  expect(back.location).not.toContain(foreign)
})
