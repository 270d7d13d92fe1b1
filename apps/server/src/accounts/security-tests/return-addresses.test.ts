/** Which of the addresses that a project lists a result may go to, the browser decides; the server names its own alone. */
import { request } from 'node:http'
import { expect } from 'vitest'
import { test } from '../../testing/hub-test.ts'
import type { TestHub } from '../../testing/test-hub.ts'
import { openBrowser, startAddress } from '../oauth/testing/browser.ts'

const foreign = 'evil.example'
const foreignHost = { host: foreign, 'x-forwarded-host': foreign, 'x-forwarded-proto': 'https' }

type Raw = { status: number; location: string; body: string }

/** `fetch` names the host by itself. */
function ask(hub: TestHub, path: string, headers: Record<string, string>, body?: string): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${hub.url}${path}`,
      { method: body ? 'POST' : 'GET', headers },
      async (response) => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, location: headers.location ?? '', body: (await response.toArray()).join('') })
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

test('the address at which a player signs in is of our own origin, whatever host and fields are sent', async ({
  hub,
}) => {
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

test('a project that would lead elsewhere is no project', async ({ hub }) => {
  for (const project of [`//${foreign}`, `../../${foreign}`, `x@${foreign}`, '__proto__', 'constructor']) {
    const answer = await hub.call('POST /session/get', { body: { project } })
    expect([project, answer.status]).toEqual([project, 404])
  }
})

test('the way to a provider names our own callback, and ends at a page of ours', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const wishes = new URLSearchParams({
    redirect_uri: `https://${foreign}`,
    next: `//${foreign}`,
    returnTo: foreign,
  })
  const start = await ask(hub, `${startAddress(flow, 'google')}&${wishes}`, { ...foreignHost, cookie })
  const there = new URL(start.location, hub.url)
  expect([new URL(hub.sandboxUrl).origin, hub.url]).toContain(there.origin)
  expect(start.location).not.toContain(foreign)

  const back = await ask(hub, `/passport/google/callback?state=x&${wishes}`, { ...foreignHost, cookie })
  expect(back.status).toBe(303)
  expect(back.location).toMatch(/^\/session\/loginDone\?/)
  expect(back.location).not.toContain(foreign)
})
