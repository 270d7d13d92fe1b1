import { expect, test } from 'vitest'
import { test as hubTest } from '../testing/hub-test.ts'
import { openSite } from './testing/site.ts'

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

hubTest('calls and refusals of the API have the security headers', async ({ hub }) => {
  for (const path of ['/api/control/get-games-data', '/api/nothing', '/api/me', '/readyz', '/%zz']) {
    const { headers } = await fetch(`${hub.url}${path}`)
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
    expect([path, headers.get('referrer-policy')]).not.toContain(null)
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
