import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { password, solveCaptcha, toOutcome } from '../../../test/support/registration.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'

const register = (hub: TestHub, captcha: string, email = 'anna@example.org') =>
  hub.call('POST /auth/register-by-email', { body: { email, password, consent: true, captcha } })

const change = (captcha: string, edit: (payload: ReturnType<typeof JSON.parse>) => void) => {
  const payload = JSON.parse(Buffer.from(captcha, 'base64').toString('utf8'))
  edit(payload)
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}

test('concurrent uses of a solution succeed once', async ({ hub }) => {
  const captcha = await solveCaptcha(hub, 'registration')
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => register(hub, captcha, `player${index}@example.org`)),
  )
  expect(responses.filter((response) => response.ok)).toHaveLength(1)
})

test('modified, forged and malformed solutions are refused', async ({ hub }) => {
  const captcha = await solveCaptcha(hub, 'login')
  const forgeries = [
    change(captcha, ({ challenge }) => (challenge.parameters.data.purpose = 'registration')),
    change(captcha, ({ challenge }) => (challenge.parameters.expiresAt += 600)),
    change(captcha, ({ challenge }) => (challenge.parameters.nonce = 'zz')),
    change(captcha, ({ solution }) => (solution.derivedKey = '00'.repeat(32))),
    change(captcha, ({ solution }) => (solution.derivedKey = 'zz')),
    change(captcha, ({ challenge }) => (challenge.signature = '')),
    'e30=',
    'not base64 at all',
    Buffer.from('null').toString('base64'),
  ]
  for (const forgery of forgeries) expect(toOutcome(await register(hub, forgery))).toBe('CAPTCHA_INVALID')
})

test('a challenge for an unknown purpose is refused', async ({ hub }) => {
  const response = await hub.call('GET /captcha/challenge', { query: { purpose: 'spam' as never } })
  expect(toOutcome(response)).toBe('BODY_INVALID')
})
