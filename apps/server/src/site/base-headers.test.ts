import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { test as hubTest } from '../../test/support/shared-hub-test.ts'
import { openSite } from '../../test/support/site.ts'
import { setBaseHeaders } from '../platform/http/base-headers.ts'

const html = { accept: 'text/html' }

test.each([
  ['a page', '/games/en/', 200],
  ['a private page', '/transactions', 200],
  ['a redirect', '/', 302],
  ['a file', '/main_images/logo.svg', 200],
  ['a missing file', '/main_images/nothing.svg', 404],
  ['a missing page', '/webhooks/nothing', 404],
  ['robots.txt', '/robots.txt', 200],
])('%s has the security headers', async (_what, url, status) => {
  const site = await openSite({ PUBLIC_URL: 'https://hub.test' })
  const { statusCode, headers } = await site.inject({ url, headers: html })
  expect(statusCode).toBe(status)
  expect(headers).toMatchObject({
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': expect.stringContaining('max-age='),
  })
  if (status !== 200) expect(headers['content-security-policy']).toContain("default-src 'none'")
})

test('an answer without a body leaves the policy of the stored file', async () => {
  const app = Fastify()
  setBaseHeaders(app, 'https://hub.test')
  app.get('/', (_request, reply) => reply.code(304).send())
  const { headers } = await app.inject('/')
  expect(headers).not.toHaveProperty('content-security-policy')
})

const project = 'islandm3'
const data = [
  '/api/control/get-initial-config',
  '/api/control/get-games-data',
  '/api/control/find-games?text=island',
  `/api/control/get-game-data?projectName=${project}`,
  `/api/control/get-single-game-data?projectName=${project}`,
  '/api/control/get-prices',
  '/api/openapi.json',
  '/api/nothing',
  '/api/me',
  '/.well-known/jwks.json',
  '/readyz',
  '/%zz',
]

hubTest.for(data)('%s has the security headers, cached or not', async (path, { hub }) => {
  for (const time of ['first', 'second']) {
    const { headers } = await fetch(`${hub.url}${path}`)
    for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(headers.get('content-security-policy'), time).toContain(directive)
    expect([time, headers.get('x-content-type-options')]).toEqual([time, 'nosniff'])
    expect([time, headers.get('referrer-policy')]).toEqual([
      time,
      expect.stringMatching(/^(no-referrer|strict-origin-when-cross-origin)$/),
    ])
  }
})

test('security.txt names the contact for vulnerabilities and expires within a year', async () => {
  const site = await openSite({ PUBLIC_URL: 'https://hub.test' })
  const { statusCode, headers, body } = await site.inject('/.well-known/security.txt')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toMatch(/^Contact: mailto:\S+@\S+$/m)
  expect(body).toContain('Canonical: https://hub.test/.well-known/security.txt')
  const expires = Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 365 * 24 * 3_600_000)
})
