import { describeFinding } from '@playhub/contract/operator/sentences/checks'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const production = { SMTP_URL: 'smtp://localhost', PUBLIC_URL: 'https://hub.example' }
const yookassa = { YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'live' }

function warningsFor(env: Record<string, string>): string[] {
  return readConfig({ ...production, ...yookassa, ...env }).warnings.map((warning) =>
    describeFinding(warning),
  )
}

test('all mistakes of a configuration are reported at once, each with what to do', () => {
  const read = () =>
    readConfig({
      PORT: 'abc',
      METRICS_TOKEN: 'short',
      WEBHOOK_SECRET_ISLANDM3: 'secret',
      WEBHOOK_SECRET_FAMILYTOWN: 'secret',
      GOOGLE_CLIENT_ID: 'id',
      FACEBOOK_APP_ID: 'id',
      STRIPE_SECRET_KEY: 'sk',
      YOOKASSA_SHOP_ID: '1',
    })
  const lines = catchMessage(read).split('\n')
  expect(lines).toEqual([
    'The configuration is invalid:',
    '  PORT must be a number from 0 to 65535.',
    '  METRICS_TOKEN must have at least 16 characters.',
    expect.stringMatching(/^ {2}WEBHOOK_SECRET_ISLANDM3 must be whsec_/),
    expect.stringMatching(/^ {2}WEBHOOK_SECRET_FAMILYTOWN must be whsec_/),
    '  SMTP_URL is not set: the hub needs a mail server to send codes to players.',
    expect.stringMatching(/^ {2}A login provider is half configured: set GOOGLE_CLIENT_SECRET/),
    expect.stringMatching(/^ {2}A login provider is half configured: set FACEBOOK_APP_SECRET/),
    expect.stringMatching(/^ {2}Stripe is half configured: set STRIPE_PUBLISHABLE_KEY/),
    expect.stringMatching(/^ {2}YooKassa is half configured: set YOOKASSA_SECRET_KEY/),
  ])
})

test('a staging hub uses the sandbox and says so, and names the secrets that it does not need', () => {
  const { mail, sandboxUrl, payments, warnings } = readConfig({
    HUB_MODE: 'staging',
    PUBLIC_URL: 'https://staging.example',
    SANDBOX_URL: 'https://sandbox.example',
    STRIPE_SECRET_KEY: 'sk_live_secret',
  })
  expect([mail.smtpUrl, sandboxUrl]).toEqual(['smtp://127.0.0.1:3025', 'https://sandbox.example'])
  expect(JSON.stringify(payments)).not.toContain('sk_live_secret')
  expect(warnings.map((warning) => describeFinding(warning))).toEqual([
    expect.stringMatching(/^This is a staging hub: payments go to the sandbox/),
    'STRIPE_SECRET_KEY is not used in staging: remove it, so that it stays in production.',
  ])
})

test('the console has its own https host, or a path below the hub', () => {
  const readConsole = (env: Record<string, string>) => readConfig({ ...production, ...env }).console
  expect(readConsole({})).toEqual({ url: 'https://hub.example/console', hasOwnHost: false, networks: [] })
  expect(
    readConsole({
      CONSOLE_URL: 'https://console.example/',
      CONSOLE_NETWORKS: '203.0.113.0/24, 2001:db8::/32',
    }),
  ).toEqual({
    url: 'https://console.example',
    hasOwnHost: true,
    networks: ['203.0.113.0/24', '2001:db8::/32'],
  })
  const local = 'http://console.localhost:3000'
  expect(readConsole({ CONSOLE_URL: local })).toMatchObject({ url: local, hasOwnHost: true })
  const wrong: Record<string, string>[] = [
    { CONSOLE_URL: 'http://console.example' },
    { CONSOLE_URL: 'http://consolelocalhost' },
    { CONSOLE_URL: 'https://console.example/path' },
    { CONSOLE_URL: 'https://hub.example' },
    { CONSOLE_NETWORKS: '203.0.113.0' },
  ]
  for (const env of wrong)
    expect(catchMessage(() => readConsole(env))).toContain(`${Object.keys(env)[0]} must be`)
})

test('several processes need PostgreSQL', () => {
  const env = { ...production, HUB_WORKERS: '4' }
  expect(catchMessage(() => readConfig(env))).toContain('HUB_WORKERS above 1 needs PostgreSQL')
  expect(readConfig({ ...env, DATABASE_URL: 'postgres://localhost/hub' }).workers).toBe(4)
})

test.each([
  ['https://play.example.org', 'https://play.example.org'],
  ['https://play.example.org/', 'https://play.example.org'],
  ['https://play.example.org:443', 'https://play.example.org'],
  ['http://play.example.org:80/', 'http://play.example.org'],
  ['HTTPS://Play.Example.ORG:8443', 'https://play.example.org:8443'],
  ['https://play.example.org.', 'https://play.example.org'],
  ['https://игры.рф', 'https://xn--c1ajz8b.xn--p1ai'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
])('%s is used as browsers write it', (url, origin) => {
  const { http, gamesUrl } = readConfig({
    ...production,
    PUBLIC_URL: url,
    OTHER_ORIGINS: `https://one.example ${url}`,
    GAMES_URL: url,
  })
  expect([http.publicUrl, gamesUrl, http.isOtherOrigin(origin)]).toEqual([origin, origin, true])
})

test.each([
  ['https://play.example.org/hub', ': write https://play.example.org.'],
  ['https://play.example.org/?from=ads', ': write https://play.example.org.'],
  ['https://play.example.org/#top', ': write https://play.example.org.'],
  ['https://admin:s3cret@play.example.org', ': write https://play.example.org.'],
  ['play.example.org/hub', ': write https://play.example.org.'],
  ['ftp://play.example.org', ', such as https://play.example.org.'],
  ['https://*.example.org', ', such as https://play.example.org.'],
  ['play', ': write https://play.'],
])('%s is refused with what to write, and without its password', (url, advice) => {
  for (const name of ['PUBLIC_URL', 'OTHER_ORIGINS', 'GAMES_URL']) {
    const message = catchMessage(() => readConfig({ ...production, [name]: url }))
    expect(message.split('\n').slice(1)).toEqual([
      `  ${name} must be an origin, without path, query and user name${advice}`,
    ])
    expect(message).not.toContain('s3cret')
  }
})

function catchMessage(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  return expect.unreachable()
}

test('a complete production configuration has no warnings', () => {
  expect(warningsFor({ HOME: '/root', LANG: 'C', PATH: '/bin', HOST: '0.0.0.0' })).toEqual([])
})

test.each([
  'smtps://mail.example.org',
  'smtp://localhost:25',
  'smtp://127.0.0.1:25',
  'smtp://mail.example.org?requireTLS=true',
])('%s sends no mail in plain text over a network', (url) => {
  expect(warningsFor({ SMTP_URL: url })).toEqual([])
})

test.each([
  ['http://play.example.org', 2],
  ['http://192.168.1.5:3000', 2],
  ['http://0.0.0.0:3000', 2],
  ['http://127.0.0.1:3000', 1],
  ['http://[::1]:3000', 1],
  ['http://hub.localhost:3000', 1],
  ['https://192.168.1.5', 0],
])('%s gives %d warnings', (PUBLIC_URL, count) => {
  const warnings = warningsFor({ PUBLIC_URL })
  expect(warnings).toHaveLength(count)
  const captchaWarning = `PUBLIC_URL is ${PUBLIC_URL}, where browsers run no robot check and no passkeys, so nobody can register by email: use https://, or http://localhost on this machine.`
  expect(warnings.includes(captchaWarning)).toBe(count === 2)
})

test('the sandbox on a LAN address has a warning about the robot check', () => {
  const { warnings } = readConfig({ HUB_MODE: 'sandbox', PUBLIC_URL: 'http://192.168.1.5:3000' })
  expect(warnings.map((warning) => describeFinding(warning))).toEqual([
    expect.stringContaining('browsers run no robot check'),
  ])
})

test.each([
  [{ PUBLIC_ULR: 'https://a.example' }, 'PUBLIC_ULR is not a variable of the hub: did you mean PUBLIC_URL?'],
  [{ STRIPE_API_TOKEN: 'x' }, 'STRIPE_API_TOKEN is not a variable of the hub: correct or remove it.'],
  [{ SMTP_PORT: '25' }, 'SMTP_PORT is used in sandbox mode only: remove it.'],
  [
    { GOOGLE_NATIVE_CLIENT_IDS: 'a' },
    'GOOGLE_NATIVE_CLIENT_IDS has no effect without GOOGLE_CLIENT_ID: set both, or remove it.',
  ],
  [
    { PUBLIC_URL: 'http://localhost:3000' },
    'PUBLIC_URL is http://localhost:3000, which only this machine can open: set it to the address that players use.',
  ],
  [
    { SMTP_URL: 'smtp://mail.example.org:587' },
    'SMTP_URL sends codes in plain text when the mail server offers no TLS: use smtps://, or add ?requireTLS=true.',
  ],
  [
    { YOOKASSA_SHOP_ID: '', YOOKASSA_SECRET_KEY: '' },
    'No payment provider is configured, so nothing can be sold: set the keys of Stripe, YooKassa or Yandex Pay.',
  ],
])('%o gives a warning', (env, warning) => {
  expect(warningsFor(env as unknown as Record<string, string>)).toEqual([warning])
})

const percentEncoded = 'with special characters of the password percent-encoded, such as %23 for #'

test.each([
  'smtp://hub:pa#ss@host:25',
  'smtp://hub:12#ss@host:25',
  'smtp://hub:12/ss@host:25',
  'smtp://hub:12?ss@host:25',
  'smtps://hub:50%off@host',
  'smtp://hub:pa ss@host',
  'smtp://hub:pass@',
  'smtp://',
  'smtp://host:port',
  'smtp://host/mail',
])('a hub does not start with SMTP_URL=%s, and its password stays secret', (SMTP_URL) => {
  expect(catchMessage(() => readConfig({ ...production, SMTP_URL }))).toBe(
    `The configuration is invalid:\n  SMTP_URL must be an address: smtps://user:password@host:465, ${percentEncoded}.`,
  )
})

test.each([
  'postgres://hub:pa#ss@host/hub',
  'postgres://hub:12#ss@host/hub',
  'postgres://hub:12/ss@host/hub',
  'postgres://hub:12?ss@host/hub',
  'postgres://hub:50%off@host/hub',
])('a hub does not start with DATABASE_URL=%s', (DATABASE_URL) => {
  expect(catchMessage(() => readConfig({ ...production, DATABASE_URL }))).toContain(
    `DATABASE_URL must be an address: postgres://user:password@host:5432/name, ${percentEncoded}.`,
  )
})

test.each([
  { SMTP_URL: 'smtp://hub%40example.org:pa%23s%2Fs@mail.example.org:587?requireTLS=true' },
  { SMTP_URL: 'smtps://[::1]:465' },
  { SMTP_URL: 'smtp://почта.рф/' },
  { DATABASE_URL: 'postgres:///hub?host=/var/run/postgresql' },
  { DATABASE_URL: 'postgresql://hub%40server:p%40ss@host/hub?sslmode=require' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.org:4318/otlp' },
  { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YWJj,x-tenant=a' },
])('a hub starts with %o', (env) => {
  expect(() => readConfig({ ...production, ...env })).not.toThrow()
})

test.each([
  ['hello@example.org', { name: null, address: 'hello@example.org' }],
  ['Our games <games@example.org>', { name: 'Our games', address: 'games@example.org' }],
  ['"Games, Inc." <games@example.org>', { name: 'Games, Inc.', address: 'games@example.org' }],
  ['Игры, ООО <games@example.org>', { name: 'Игры, ООО', address: 'games@example.org' }],
  ['<games@example.org>', { name: null, address: 'games@example.org' }],
])('MAIL_FROM=%s is a sender', (MAIL_FROM, sender) => {
  expect(readConfig({ ...production, MAIL_FROM }).mail.from).toEqual(sender)
})

test.each([
  'Our games',
  'games@',
  'Our games games@example.org',
  'Our games <games@example.org',
  'Our games <a..b@example.org>',
  'a@example.org, b@example.org',
  'A <a@example.org>, B <b@example.org>',
  'Games\nBcc: all@example.org <games@example.org>',
])('a hub does not start with MAIL_FROM=%j', (MAIL_FROM) => {
  expect(catchMessage(() => readConfig({ ...production, MAIL_FROM }))).toContain(
    '  MAIL_FROM must be an email address, or such as Games <games@example.org>.',
  )
})

const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const login = 'https://user:s3cret@host.example'

test.each([
  [{ GAMES_URL: login }, 'GAMES_URL must be an origin, without path, query and user name'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: login }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address without user'],
  [{ HUB_MODE: 'sandbox', SANDBOX_URL: login }, 'SANDBOX_URL must be an origin, without path'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer s3cret' }, 'HEADERS must be name=value'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'two words=s3cret' }, 'HEADERS must be name=value'],
  [{ METRICS_TOKEN: 's3cret\nof several lines' }, 'METRICS_TOKEN must be one word'],
  [{ ...yookassa, YOOKASSA_API_URL: 'https://user:s3cret@api.yookassa.ru/v3' }, 'YOOKASSA_API_URL must be'],
  [{ YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'live\ns3cret' }, 'YOOKASSA_SECRET_KEY must be one word'],
  [{ YANDEX_PAY_MERCHANT_ID: '1', YANDEX_PAY_API_KEY: 's3cret ' }, 'YANDEX_PAY_API_KEY must be one word'],
  [{ ...google, GOOGLE_CLIENT_SECRET: 's3crёt' }, 'GOOGLE_CLIENT_SECRET must be one word'],
  [
    { ...google, GOOGLE_TOKEN_URL: 'https://user:s3cret@oauth2.googleapis.com/token' },
    'GOOGLE_TOKEN_URL must be',
  ],
  [{ ...google, HUB_MODE: 'sandbox', GOOGLE_TOKEN_URL: 's3cret' }, 'GOOGLE_TOKEN_URL must be an http'],
])('%o is refused, and the message holds no value', (env, issue) => {
  const message = catchMessage(() => readConfig({ ...production, ...(env as Record<string, string>) }))
  expect(message).toContain(issue)
  expect(message).not.toMatch(/s3cr/)
})
