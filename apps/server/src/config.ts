import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import * as z from 'zod'
import { StartupProblem } from './platform/startup-problem.ts'

const portRule = 'must be a number from 0 to 65535'
const Port = z.coerce.number(portRule).int(portRule).min(0, portRule).max(65535, portRule)
const countRule = 'must be a whole number above 0'
const Url = z.url({ protocol: /^https?$/ })

/** The flat environment. An empty value counts as absent. */
const Environment = z.object({
  HUB_MODE: z.enum(['sandbox', 'production']).default('production'),
  PORT: Port.default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: Url.optional(),
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
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp://')
    .optional(),
  MAIL_FROM: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
})

export type StripeConfig = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Where the API is; null for Stripe's own address. */
  apiUrl: string | null
  /** The browser script to load instead of Stripe's own; null in production. */
  scriptUrl: string | null
}

export type Config = Readonly<{
  mode: 'sandbox' | 'production'
  http: {
    port: number
    host: string | undefined
    publicUrl: string
    trustProxy: boolean
    requestsPerMinute: number
  }
  dataDir: string
  contentDir: string
  databaseUrl: string | null
  logLevel: string
  mail: { smtpUrl: string; from: string }
  /** Null when Stripe is not offered. */
  stripe: StripeConfig | null
  /** Null in production. */
  sandboxUrl: string | null
  gamesUrl: string
  /** Signs the notices to a project's game server: `whsec_…`, or null when the project has none. */
  noticeSecretOf(project: string): string | null
}>

/**
 * Reads the environment once and complains of everything at once.
 * @throws StartupProblem with one line that names each variable.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const complaints = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new StartupProblem(`The configuration does not hold. ${complaints.join('; ')}.`)
  }
  const values = parsed.data
  const isSandbox = values.HUB_MODE === 'sandbox'
  const sandboxUrl = isSandbox ? (values.SANDBOX_URL ?? `http://localhost:${values.SANDBOX_PORT}`) : null
  return Object.freeze({
    mode: values.HUB_MODE,
    http: {
      port: values.PORT,
      host: values.HOST,
      publicUrl: values.PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${values.PORT}`,
      trustProxy: values.TRUST_PROXY,
      requestsPerMinute: values.REQUESTS_PER_MINUTE,
    },
    dataDir: resolve(values.DATA_DIR),
    contentDir: resolve(values.CONTENT_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    logLevel: values.LOG_LEVEL ?? (isSandbox ? 'warn' : 'info'),
    mail: readMail(values, isSandbox),
    stripe: sandboxUrl ? sandboxStripe(sandboxUrl) : readStripe(values),
    sandboxUrl,
    gamesUrl: values.GAMES_URL ?? `http://localhost:${values.GAMES_PORT}`,
    noticeSecretOf: (project) =>
      isSandbox
        ? sandboxNoticeSecret(project)
        : (env[`NOTICE_SECRET_${project.toUpperCase().replaceAll('-', '_')}`] ?? null),
  })
}

type Values = z.infer<typeof Environment>

function readMail(values: Values, isSandbox: boolean): Config['mail'] {
  const smtpUrl = isSandbox ? `smtp://127.0.0.1:${values.SMTP_PORT}` : values.SMTP_URL
  if (!smtpUrl)
    throw new StartupProblem('SMTP_URL is not set: players get their codes by mail, so the hub needs one.')
  return { smtpUrl, from: values.MAIL_FROM ?? 'Playhub <hello@playhub.example>' }
}

/** A provider is whole or absent. */
function readStripe(values: Values): StripeConfig | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = values
  const given = [STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET]
  if (given.every((value) => value === undefined)) return null
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) {
    throw new StartupProblem(
      'Stripe is half configured: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or none of them.',
    )
  }
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl: null,
    scriptUrl: null,
  }
}

/** The keys that the sandbox knows; they are worth nothing anywhere else. */
function sandboxStripe(sandboxUrl: string): StripeConfig {
  return {
    secretKey: 'sk_test_sandbox',
    publishableKey: 'pk_test_sandbox',
    webhookSecret: 'whsec_sandbox_stripe',
    apiUrl: sandboxUrl,
    scriptUrl: `${sandboxUrl}/stripe/stripe.js`,
  }
}

/** What the sandbox's sample game server verifies notices with. */
function sandboxNoticeSecret(project: string): string {
  return `whsec_${createHash('sha256').update(`sandbox_${project}`).digest('base64')}`
}
