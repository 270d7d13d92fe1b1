import { expect, test } from 'vitest'
import { StartupError } from '../../platform/startup-error.ts'
import { readPaymentsConfig } from './index.ts'

const yookassa = { YOOKASSA_SHOP_ID: '506751', YOOKASSA_SECRET_KEY: 'live_secret' }
const yandexPay = { YANDEX_PAY_MERCHANT_ID: 'merchant', YANDEX_PAY_API_KEY: 'key' }

test('a provider without keys is not configured', () => {
  const { timeouts, ...providers } = readPaymentsConfig({}, null)
  expect(providers).toEqual({ stripe: null, yookassa: null, 'yandex-pay': null })
})

test.each([null, 'http://localhost:3001'])(
  'reads at a provider time out after five seconds, writes after ten (sandbox: %s)',
  (sandboxUrl) => {
    const timeouts = { readTimeoutMs: 5000, writeTimeoutMs: 10_000, retryDelayMs: 300 }
    expect(readPaymentsConfig({}, sandboxUrl)).toMatchObject({ timeouts })
  },
)

test('in production each provider has its official URL', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'whsec' }
  expect(readPaymentsConfig({ ...stripe, ...yookassa, ...yandexPay }, null)).toMatchObject({
    stripe: { apiUrl: null, scriptUrl: null },
    yookassa: {
      apiUrl: 'https://api.yookassa.ru/v3',
      scriptUrl: 'https://yookassa.ru/checkout-widget/v1/checkout-widget.js',
      networks: expect.arrayContaining(['185.71.76.0/27', '2a02:5180::/32']),
      fiscal: null,
    },
    'yandex-pay': {
      apiUrl: 'https://pay.yandex.ru/api/merchant',
      jwksUrl: 'https://pay.yandex.ru/api/jwks',
      isLive: true,
      fiscal: null,
    },
  })
})

test("Yandex's test environment is not live", () => {
  const env = { ...yandexPay, YANDEX_PAY_URL: 'https://sandbox.pay.yandex.ru/' }
  expect(readPaymentsConfig(env, null)['yandex-pay']).toMatchObject({
    apiUrl: 'https://sandbox.pay.yandex.ru/api/merchant',
    isLive: false,
  })
})

test('in sandbox mode all providers use the sandbox, whatever keys the environment has', () => {
  const config = readPaymentsConfig({ ...yookassa, STRIPE_SECRET_KEY: 'sk_live_1' }, 'http://localhost:3001')
  expect(config).toMatchObject({
    stripe: { secretKey: 'sk_test_sandbox', apiUrl: 'http://localhost:3001' },
    yookassa: { secretKey: 'test_sandbox_yookassa', apiUrl: 'http://localhost:3001/v3' },
    'yandex-pay': { apiUrl: 'http://localhost:3001/api/merchant', isLive: false },
  })
})

test.each([
  ['half of YooKassa', { YOOKASSA_SHOP_ID: '1' }, /YooKassa is half configured: set YOOKASSA_SECRET_KEY/],
  [
    'half of Yandex Pay',
    { YANDEX_PAY_API_KEY: '1' },
    /Yandex Pay is half configured: set YANDEX_PAY_MERCHANT_ID/,
  ],
  ['half of Stripe', { STRIPE_SECRET_KEY: '1' }, /Stripe is half configured/],
  [
    'YooKassa somewhere else',
    { ...yookassa, YOOKASSA_API_URL: 'https://yookassa.example/v3' },
    /YOOKASSA_API_URL must be an address at https:\/\/api.yookassa.ru/,
  ],
  [
    'YooKassa without encryption',
    { ...yookassa, YOOKASSA_API_URL: 'http://api.yookassa.ru/v3' },
    /YOOKASSA_API_URL must be/,
  ],
  [
    'Yandex Pay somewhere else',
    { ...yandexPay, YANDEX_PAY_URL: 'https://pay.yandex.ru.example' },
    /YANDEX_PAY_URL must be/,
  ],
  ['networks that are none', { ...yookassa, YOOKASSA_NETWORKS: '185.71.76.0/27, any' }, /not any/],
  ['a rate that is none', { ...yookassa, YOOKASSA_RECEIPT_VAT: '18' }, /YOOKASSA_RECEIPT_VAT/],
  [
    'a subject that is none',
    { ...yandexPay, YANDEX_PAY_RECEIPT_VAT: 'none', YANDEX_PAY_RECEIPT_SUBJECT: 'gems' },
    /YANDEX_PAY_RECEIPT_SUBJECT/,
  ],
])('a production hub does not start with %s', (_what, env, complaint) => {
  expect(() => readPaymentsConfig(env, null)).toThrow(StartupError)
  expect(() => readPaymentsConfig(env, null)).toThrow(complaint)
})

test('fiscal receipt settings have defaults, except the VAT rate', () => {
  const env = { ...yookassa, YOOKASSA_RECEIPT_VAT: '5/105', YOOKASSA_RECEIPT_TAX_SYSTEM: '2' }
  expect(readPaymentsConfig(env, null).yookassa?.fiscal).toEqual({
    vat: '5/105',
    subject: 'service',
    mode: 'full_payment',
    taxSystem: 2,
    timezone: null,
  })
})
