import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import * as z from 'zod'
import { type IdentityConfig, readIdentityConfig } from './accounts/identity-providers/config.ts'
import { configWarnings, webhookSecretPrefix } from './config-warnings.ts'
import { type PaymentsConfig, readPaymentsConfig } from './payments/providers/config.ts'
import { DAY_MS, SECOND_MS } from './platform/clock.ts'
import { collectMistakes, type Mistakes, StartupError } from './platform/startup-error.ts'

const defaultMaxLoopDelayMs = 100

const portRule = 'must be a number from 0 to 65535'
const Port = z.coerce.number(portRule).int(portRule).min(0, portRule).max(65535, portRule)
const countRule = 'must be a whole number above 0'
const idleRule = 'must be a number of days from 1 to 30'
const nameRule = 'must be names of three or more Latin letters or digits, separated by spaces'
const drainRule = 'must be a number from 0 to 6'
const Network = z.union([z.cidrv4(), z.cidrv6()])
const Url = z.url({ protocol: /^https?$/ })

/** Environment variables. An empty value counts as absent. */
const Environment = z.object({
  HUB_MODE: z.enum(['sandbox', 'production']).default('production'),
  PORT: Port.default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: Url.optional(),
  OTHER_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine(
      (origins) => origins.every((origin) => URL.parse(origin)?.origin === origin),
      'must be origins such as https://games.example.org, separated by spaces',
    ),
  SANDBOX_PORT: Port.default(3001),
  GAMES_PORT: Port.default(3002),
  SMTP_PORT: Port.default(3025),
  SANDBOX_URL: Url.optional(),
  GAMES_URL: Url.optional(),
  DATA_DIR: z.string().default('./data'),
  CONTENT_DIR: z.string().default('./content'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://', abort: true })
    .refine(URL.canParse, 'must be an address: postgres://user:password@host:5432/name')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  TRUST_PROXY: z.stringbool().default(false),
  REQUESTS_PER_MINUTE: z.coerce.number(countRule).int(countRule).min(1, countRule).default(600),
  PAGE_RENDERS_PER_MINUTE: z.coerce.number(countRule).int(countRule).min(1, countRule).default(300),
  CONNECTIONS_PER_ADDRESS: z.coerce.number(countRule).int(countRule).min(1, countRule).default(200),
  MAX_LOOP_DELAY_MS: z.coerce.number(countRule).int(countRule).min(1, countRule).optional(),
  DRAIN_SECONDS: z.coerce.number(drainRule).min(0, drainRule).max(6, drainRule).optional(),
  SERVER_REQUESTS_PER_MINUTE: z.coerce.number(countRule).int(countRule).min(1, countRule).default(600),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp://')
    .optional(),
  MAIL_FROM: z.string().optional(),
  WEBHOOK_NETWORKS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine(
      (networks) => networks.every((network) => Network.safeParse(network).success),
      'must be networks such as 10.0.0.0/8, separated by spaces',
    ),
  COMMON_PASSWORDS: z.enum(['allow', 'refuse']).optional(),
  PASSWORD_NAMES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine((names) => names.every((name) => /^[A-Za-z0-9]{3,}$/.test(name)), nameRule),
  LOGIN_IDLE_DAYS: z.coerce.number(idleRule).min(1, idleRule).max(30, idleRule).default(30),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
})

export type Config = Readonly<{
  mode: 'sandbox' | 'production'
  http: {
    port: number
    host: string | undefined
    publicUrl: string
    /** Whether the hub may also be served at this origin, such as a tenant's own host. */
    isOtherOrigin(origin: string): boolean
    trustProxy: boolean
    /** Of a client address, below `/api`. */
    requestsPerMinute: number
    /** Of a client address: pages that are not in the cache. */
    pageRendersPerMinute: number
    /** Null behind a proxy, whose address all clients share, and with the sandbox. */
    connectionsPerAddress: number | null
    /** Of the event loop, from which on guests are refused. Null with the sandbox, on whose machine much else runs. */
    maxLoopDelayMs: number | null
    /** How long a hub that stops goes on answering, so that its proxies notice first. */
    drainMs: number
  }
  dataDir: string
  contentDir: string
  databaseUrl: string | null
  logLevel: string
  mail: { smtpUrl: string; from: string }
  identity: IdentityConfig
  payments: PaymentsConfig
  /** Null in production. */
  sandboxUrl: string | null
  gamesUrl: string
  /** Whether an account may not get a password that attackers try first. */
  refusesCommonPasswords: boolean
  /** Names of the operator, in lower case, that no new password may consist of. */
  passwordNames: string[]
  /** A login session that is not used for so long ends. */
  loginIdleMs: number
  /** Bearer token for `/metrics`. Null disables metrics. */
  metricsToken: string | null
  /** Rate limit of each project key. */
  serverApi: { requestsPerMinute: number }
  /** Signing secrets of a project's webhooks: none when it has no game server, two during a rotation. */
  webhookSecretsOf(project: string): string[]
  /** The variables that hold webhook secrets. */
  webhookSecretVariables: string[]
  /** Private networks that webhooks may be sent to, in CIDR notation. */
  webhookNetworks: string[]
  /** What is allowed but probably not meant. */
  warnings: string[]
}>

/**
 * Parses the environment.
 * @throws StartupError with every mistake in one list
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const mistakes = collectMistakes('The configuration is invalid:')
  const values = readValues(given, mistakes)
  const isSandbox = values.HUB_MODE === 'sandbox'
  const sandboxUrl = isSandbox ? (values.SANDBOX_URL ?? `http://localhost:${values.SANDBOX_PORT}`) : null
  const webhookSecrets = mistakes.collect(() => readWebhookSecrets(given))
  const mail = mistakes.collect(() => readMail(values, isSandbox))
  const identity = mistakes.collect(() => readIdentityConfig(given, sandboxUrl))
  const payments = mistakes.collect(() => readPaymentsConfig(given, sandboxUrl))
  mistakes.throwAll()
  const publicUrl = values.PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${values.PORT}`
  return Object.freeze({
    mode: values.HUB_MODE,
    http: {
      port: values.PORT,
      host: values.HOST,
      publicUrl,
      isOtherOrigin: (origin) =>
        values.OTHER_ORIGINS.includes(origin) || (isSandbox && isLocalOrigin(origin, values.PORT)),
      trustProxy: values.TRUST_PROXY,
      requestsPerMinute: values.REQUESTS_PER_MINUTE,
      pageRendersPerMinute: values.PAGE_RENDERS_PER_MINUTE,
      connectionsPerAddress: values.TRUST_PROXY || isSandbox ? null : values.CONNECTIONS_PER_ADDRESS,
      maxLoopDelayMs: values.MAX_LOOP_DELAY_MS ?? (isSandbox ? null : defaultMaxLoopDelayMs),
      drainMs: (values.DRAIN_SECONDS ?? (isSandbox ? 0 : 4)) * SECOND_MS,
    },
    dataDir: resolve(values.DATA_DIR),
    contentDir: resolve(values.CONTENT_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    logLevel: values.LOG_LEVEL ?? (isSandbox ? 'warn' : 'info'),
    mail,
    identity,
    payments,
    sandboxUrl,
    gamesUrl: values.GAMES_URL ?? `http://localhost:${values.GAMES_PORT}`,
    refusesCommonPasswords: (values.COMMON_PASSWORDS ?? (isSandbox ? 'allow' : 'refuse')) === 'refuse',
    passwordNames: values.PASSWORD_NAMES.map((name) => name.toLowerCase()),
    loginIdleMs: values.LOGIN_IDLE_DAYS * DAY_MS,
    metricsToken: values.METRICS_TOKEN ?? null,
    serverApi: { requestsPerMinute: values.SERVER_REQUESTS_PER_MINUTE },
    webhookSecretsOf: (project) =>
      webhookSecrets.get(webhookSecretVariable(project)) ??
      (isSandbox ? [sandboxWebhookSecret(project)] : []),
    webhookSecretVariables: [...webhookSecrets.keys()],
    webhookNetworks: values.WEBHOOK_NETWORKS,
    warnings: configWarnings({
      given,
      hubVariables: Object.keys(Environment.shape),
      isSandbox,
      publicUrl,
      hasPaymentProvider: Boolean(payments.stripe ?? payments.yookassa ?? payments.yandexPay),
    }),
  })
}

/** The variable with the webhook secrets of a project. */
export function webhookSecretVariable(project: string): string {
  return webhookSecretPrefix + project.toUpperCase().replaceAll('-', '_')
}

/** Reads what is valid, so that mistakes elsewhere can be found as well. */
function readValues(given: Record<string, string | undefined>, mistakes: Mistakes): Values {
  const parsed = Environment.safeParse(given)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  for (const { path, message } of issues) mistakes.add(`${path.join('.')} ${message}.`)
  const invalid = new Set(issues.map(({ path }) => path[0]))
  return Environment.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !invalid.has(name))))
}

function isLocalOrigin(origin: string, port: number): boolean {
  const url = URL.parse(origin)
  return url?.port === String(port) && /^(127\.0\.0\.1|\[::1\]|([a-z0-9-]+\.)?localhost)$/.test(url.hostname)
}

type Values = z.infer<typeof Environment>

function readMail(values: Values, isSandbox: boolean): Config['mail'] {
  const smtpUrl = isSandbox ? `smtp://127.0.0.1:${values.SMTP_PORT}` : values.SMTP_URL
  if (!smtpUrl)
    throw new StartupError('SMTP_URL is not set: the hub needs a mail server to send codes to players.')
  return { smtpUrl, from: values.MAIL_FROM ?? 'Playhub <hello@playhub.example>' }
}

const webhookSecret = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/

/** `WEBHOOK_SECRET_<PROJECT>`: one secret, or the new and the old one separated by a space. */
function readWebhookSecrets(given: Record<string, string | undefined>): Map<string, string[]> {
  const named = Object.entries(given).filter(([name]) => name.startsWith(webhookSecretPrefix))
  const secrets = new Map(named.map(([name, value = '']) => [name, value.trim().split(/\s+/)]))
  const mistakes = collectMistakes('Webhook secrets are invalid:')
  for (const [name, values] of secrets) {
    if (values.length > 2 || !values.every((value) => webhookSecret.test(value))) {
      mistakes.add(
        `${name} must be whsec_ and 24 to 64 bytes in base64, or two such secrets separated by a space.`,
      )
    }
  }
  mistakes.throwAll()
  return secrets
}

/** The secret of the sandbox's sample game server. */
function sandboxWebhookSecret(project: string): string {
  return `whsec_${createHash('sha256').update(`sandbox_${project}`).digest('base64')}`
}
