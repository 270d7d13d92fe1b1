import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { test as hubTest } from '../../test/support/hub-test.ts'
import { findRefusal, inspectFrame } from './inspect-frame.ts'

const hubOrigin = 'https://play.example'
const game = 'https://game.example'

/** A page's headers, and which of them refuses the hub. */
const cases: [headers: IncomingHttpHeaders, refusedBy: string | undefined][] = [
  [{}, undefined],
  [{ 'x-frame-options': 'DENY' }, 'X-Frame-Options'],
  [{ 'x-frame-options': 'SAMEORIGIN' }, 'X-Frame-Options'],
  [{ 'x-frame-options': 'ALLOWALL' }, undefined],
  [{ 'content-security-policy': "default-src 'self'" }, undefined],
  [{ 'content-security-policy': "frame-ancestors 'none'" }, 'Content-Security-Policy'],
  [{ 'content-security-policy': "frame-ancestors 'self'" }, 'Content-Security-Policy'],
  [{ 'content-security-policy': 'frame-ancestors' }, 'Content-Security-Policy'],
  [{ 'content-security-policy': "frame-ancestors 'self' https://play.example" }, undefined],
  [{ 'content-security-policy': 'frame-ancestors play.example:443' }, undefined],
  [{ 'content-security-policy': 'frame-ancestors https://play.example:8443' }, 'Content-Security-Policy'],
  [{ 'content-security-policy': 'frame-ancestors *.example' }, undefined],
  [{ 'content-security-policy': 'frame-ancestors https:' }, undefined],
  [{ 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' }, undefined],
  [{ 'content-security-policy': "frame-ancestors *, frame-ancestors 'none'" }, 'Content-Security-Policy'],
]

test.each(cases)('framing by headers %j is decided as browsers do', (headers, refusedBy) => {
  expect(findRefusal(headers, game, hubOrigin)?.header).toBe(refusedBy)
})

/** A server whose response to each path is given. */
async function serve(respond: (path: string) => [status: number, headers: Record<string, string>]) {
  const server = createServer((request, response) => {
    const [status, headers] = respond(request.url ?? '')
    response.writeHead(status, headers).end('<p>body</p>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const html = { 'content-type': 'text/html' }

test('redirects are followed, and the last page decides', async () => {
  const origin = await serve((path) =>
    path === '/' ? [302, { location: '/game' }] : [200, { ...html, 'x-frame-options': 'DENY' }],
  )
  expect(await inspectFrame(`${origin}/`, { hubOrigin, allowPrivate: true })).toEqual({
    url: `${origin}/game`,
    status: 200,
    redirects: [`${origin}/`],
    refusedBy: { header: 'X-Frame-Options', value: 'DENY' },
    problem: null,
    hosted: null,
  })
})

test('what is no page is named: a loop, an error, another type, nobody', async () => {
  const origin = await serve((path) => {
    if (path === '/loop') return [302, { location: '/loop' }]
    return path === '/gone' ? [404, html] : [200, { 'content-type': 'image/png' }]
  })
  const inspect = async (url: string) => (await inspectFrame(url, { hubOrigin, allowPrivate: true })).problem
  expect(await inspect(`${origin}/loop`)).toBe('tooManyRedirects')
  expect(await inspect(`${origin}/gone`)).toBe('error')
  expect(await inspect(`${origin}/image`)).toBe('notHtml')
  expect(await inspect('http://127.0.0.1:1/')).toBe('unreachable')
})

test.each(['http://127.0.0.1:1/', 'http://[::1]/', 'http://169.254.169.254/', 'http://localhost/'])(
  '%s is not asked outside the sandbox',
  async (url) => {
    expect((await inspectFrame(url, { hubOrigin, allowPrivate: false })).problem).toBe('notAllowed')
  },
)

test('a name below localhost is this machine, as in browsers', async () => {
  const url = (await serve(() => [200, html])).replace('127.0.0.1', 'game.localhost')
  expect((await inspectFrame(`${url}/`, { hubOrigin, allowPrivate: true })).problem).toBe(null)
  expect((await inspectFrame(`${url}/`, { hubOrigin, allowPrivate: false })).problem).toBe('notAllowed')
})

hubTest('the sandbox inspects a page without an account', async ({ hub }) => {
  const origin = await serve(() => [200, html])
  const { data } = await hub.callOk('POST /developers/inspect', { body: { url: `${origin}/` } })
  expect(data.result).toMatchObject({ status: 200, refusedBy: null, problem: null })
})
