import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { pageHeaders } from './headers.ts'

function policyFor(env: Record<string, string>): string {
  const config = readConfig({ SMTP_URL: 'smtp://localhost', PUBLIC_URL: 'https://hub.example', ...env })
  return pageHeaders(config, [])['content-security-policy'] ?? ''
}

const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'whsec' }
const yookassa = { YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'live' }

test('the policy allows scripts and frames of the configured providers only', () => {
  expect(policyFor({})).toContain("script-src 'self';")
  expect(policyFor(stripe)).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;")
  expect(policyFor(stripe)).toContain("img-src 'self' data: https://*.stripe.com https://*.link.com;")
  for (const directive of ['frame-src', 'connect-src'])
    expect(policyFor(stripe)).toMatch(
      new RegExp(`${directive} [^;]* https://link\\.com https://\\*\\.link\\.com`),
    )
  expect(policyFor(yookassa)).not.toMatch(/stripe|link\.com/)
  const both = policyFor({ ...stripe, ...yookassa })
  expect(both).toMatch(/script-src 'self' [^;]*https:\/\/\*\.js\.stripe\.com https:\/\/yookassa\.ru/)
  expect(both).toMatch(/frame-src [^;]*https:\/\/hooks\.stripe\.com [^;]*https:\/\/\*\.yoomoney\.ru/)
})

test('with the sandbox, the policy allows the sandbox in place of the providers', () => {
  const policy = policyFor({ HUB_MODE: 'sandbox', SANDBOX_URL: 'http://localhost:3001' })
  expect(policy).toContain("script-src 'self' http://localhost:3001;")
  expect(policy).not.toMatch(/stripe\.com|yookassa\.ru/)
})
