/** Environment secrets appear in no command or log line. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test as unit } from 'vitest'
import { test } from '../../test/support/hub-test.ts'
import { runOnHub } from '../../test/support/run-on-hub.ts'
import { startTestHub, type TestHub } from '../../test/support/test-hub.ts'
import type { Config } from '../config.ts'
import { faultText } from '../platform/fault-text.ts'
import { commands } from './commands.ts'

const commandNames = Object.keys(commands)

const webhookSecret = `whsec_${'V3ryS3cret'.repeat(4)}`
/** Every variable with a secret outside a URL. */
const secrets = {
  STRIPE_SECRET_KEY: 'stripe_V3ryS3cret',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_published',
  STRIPE_WEBHOOK_SECRET: 'whsec_V3ryS3cret',
  YOOKASSA_SHOP_ID: '100500',
  YOOKASSA_SECRET_KEY: 'yookassa_V3ryS3cret',
  YANDEX_PAY_MERCHANT_ID: 'merchant',
  YANDEX_PAY_API_KEY: 'yandexpay_V3ryS3cret',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'google_V3ryS3cret',
  VK_CLIENT_ID: 'id',
  VK_SERVICE_TOKEN: 'vk_V3ryS3cret',
  VK_CLIENT_SECRET: 'vk_V3ryS3cret2',
  YANDEX_CLIENT_ID: 'id',
  YANDEX_CLIENT_SECRET: 'yandex_V3ryS3cret',
  TELEGRAM_BOT_NAME: 'bot',
  TELEGRAM_BOT_TOKEN: '7000000001:V3ryS3cret',
  TELEGRAM_CLIENT_SECRET: 'telegram_V3ryS3cret',
  FACEBOOK_APP_ID: 'id',
  FACEBOOK_APP_SECRET: 'facebook_V3ryS3cret',
  METRICS_TOKEN: 'metrics_V3ryS3cret',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=V3ryS3cret',
  WEBHOOK_SECRET_ISLANDM3: webhookSecret,
  BUILD_STORAGE: 's3',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'games',
  S3_ACCESS_KEY_ID: 's3_V3ryS3cret',
  S3_SECRET_ACCESS_KEY: 's3_V3ryS3cret2',
  SMTP_URL: 'smtp://hub:V3ryS3cret@127.0.0.1:9',
  SUPPORT_IMAP_URL: 'imap://support:V3ryS3cret@127.0.0.1:9',
  SUPPORT_MAIL_SECRET: webhookSecret,
}
const leak = /V3ry|S3cret/

/** The providers are the sandbox's, which accept none of these keys. */
function withSecrets({ payments, mail, ...config }: Config): Config {
  const { stripe, yookassa, 'yandex-pay': yandexPay } = payments
  return {
    ...config,
    mail: { ...mail, smtpUrl: secrets.SMTP_URL },
    payments: {
      ...payments,
      stripe: stripe && {
        ...stripe,
        secretKey: secrets.STRIPE_SECRET_KEY,
        webhookSecret: secrets.STRIPE_WEBHOOK_SECRET,
      },
      yookassa: yookassa && { ...yookassa, secretKey: secrets.YOOKASSA_SECRET_KEY },
      'yandex-pay': yandexPay && { ...yandexPay, apiKey: secrets.YANDEX_PAY_API_KEY },
    },
  }
}

/** A terminal's output, crashes included. */
async function shown(hub: TestHub, args: string[]): Promise<string> {
  const context = { ...hub.context, config: withSecrets(hub.context.config) }
  try {
    return (await runOnHub({ ...hub, context }, args)).printed
  } catch (error) {
    return faultText(error, secrets)
  }
}

const { SMTP_URL: _, ...forSandbox } = secrets
const sandboxHub = test.extend('hubOptions', { env: forSandbox })

sandboxHub('no command shows a secret, with and without an argument', async ({ hub }) => {
  // The content has no secrets, and its export leaves a folder.
  for (const name of commandNames.filter((each) => each !== 'content export')) {
    for (const rest of [
      [],
      ['islandm3'],
      ['nosuch', '--by', 'anna', '--reason', 'Tried'],
      ['nosuch', '--json'],
    ]) {
      expect(await shown(hub, [...name.split(' '), ...rest]), `${name} ${rest.join(' ')}`).not.toMatch(leak)
    }
  }
  expect(await shown(hub, ['doctor'])).toMatch(/wrong {2}Mail: /)
  expect(await shown(hub, ['doctor'])).toMatch(/wrong {2}Stripe: /)
  expect(hub.logs()).not.toMatch(leak)
})

unit('a production hub that starts logs no secret', async () => {
  const hub = await startTestHub({ env: { HUB_MODE: 'production', ...secrets } })
  await hub.app.inject('/healthz')
  expect(hub.logs()).not.toMatch(leak)
})

const cli = join(import.meta.dirname, '../cli.ts')
const main = join(import.meta.dirname, '../main.ts')

/** Each value has an error its message could repeat. */
const issues = {
  SMTP_URL: 'smtp://hub:V3ry#S3cret@host:25',
  DATABASE_URL: 'postgres://hub:V3ry#S3cret@host/hub',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://hub:V3ryS3cret@host',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=V3ry S3cret',
  METRICS_TOKEN: 'V3ryS3cret',
  STRIPE_SECRET_KEY: 'V3ryS3cret',
  YOOKASSA_SECRET_KEY: 'V3ryS3cret',
  YANDEX_PAY_API_KEY: 'V3ryS3cret',
  GOOGLE_CLIENT_SECRET: 'V3ryS3cret\n',
  APPLE_PRIVATE_KEY: 'V3ryS3cret',
  VK_SERVICE_TOKEN: 'V3ry S3cret',
  TELEGRAM_BOT_TOKEN: 'V3ryS3cret',
  WEBHOOK_SECRET_ISLANDM3: 'V3ryS3cret',
}

unit.each([
  ['the hub', [main], issues],
  ['a command', [cli, 'doctor'], issues],
  [
    'a command with an unreachable database',
    [cli, 'jobs'],
    { DATABASE_URL: 'postgres://hub:V3ryS3cret@127.0.0.1:9/hub' },
  ],
])('%s that cannot start shows no secret', async (_what, args, env) => {
  const output = await new Promise<string>((resolve) => {
    const options = {
      env: { PATH: process.env.PATH, HUB_MODE: 'production', SMTP_URL: 'smtp://127.0.0.1:9', ...env },
    }
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve(`${error?.code} ${stdout}${stderr}`),
    )
  })
  expect(output).toMatch(/^1 The (configuration is invalid|database does not answer)/)
  expect(output).not.toMatch(leak)
})

unit('a fault of a command is shown with its causes, without properties and secrets', () => {
  const cause = Object.assign(new TypeError('Invalid URL'), { input: secrets.SMTP_URL })
  const text = faultText(new Error(`${secrets.SMTP_URL} and ${webhookSecret} failed`, { cause }), {
    ...secrets,
    WEBHOOK_SECRET_ISLANDM3: `${webhookSecret} whsec_other`,
  })
  expect(text).toContain('Error: [secret] and [secret] failed')
  expect(text).toContain('caused by TypeError: Invalid URL\n    at ')
  expect(text).not.toMatch(leak)
  expect(faultText(new Error('pa ss/S3cret'), { A_URL: 'smtp://hub:pa ss/S3cret@host' })).not.toMatch(leak)
  expect(faultText('a text', {})).toBe('a text')
})
