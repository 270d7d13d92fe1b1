import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type * as z from 'zod'
import { type IdentityConfig, readIdentityConfig } from './accounts/social-login/providers/index.ts'
import { type BuildsConfig, readBuildsConfig } from './builds/config.ts'
import { configWarnings } from './config-warnings.ts'
import { Environment } from './environment.ts'
import { configuredProviders, type PaymentsConfig, readPaymentsConfig } from './payments/providers/index.ts'
import { DAY_MS, SECOND_MS } from './platform/clock.ts'
import type { GameHosting } from './platform/game-hosting.ts'
import { type HubConfig, webhookSecretPrefix, webhookSecretVariable } from './platform/hub-config.ts'
import { collectIssues, type Issues, StartupError } from './platform/startup-error.ts'
import type { OtlpOptions } from './platform/tracing/start-tracing.ts'

const defaultMaxLoopDelayMs = 200

export type Config = HubConfig &
  Readonly<{ identity: IdentityConfig; payments: PaymentsConfig } & BuildsConfig>

/**
 * Parses the environment.
 * @throws StartupError with every error in one list
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const issues = collectIssues('The configuration is invalid:')
  const values = readValues(given, issues)
  const isSandbox = values.HUB_MODE === 'sandbox'
  const isProduction = values.HUB_MODE === 'production'
  const sandboxUrl = isProduction ? null : (values.SANDBOX_URL ?? `http://localhost:${values.SANDBOX_PORT}`)
  const webhookSecrets = issues.collect(() => readWebhookSecrets(given))
  const mail = issues.collect(() => readMail(values, given))
  const identity = issues.collect(() => readIdentityConfig(given, sandboxUrl))
  const payments = issues.collect(() => readPaymentsConfig(given, sandboxUrl))
  const builds = issues.collect(() => readBuildsConfig(values, resolve(values.DATA_DIR)))
  if (values.HUB_WORKERS > 1 && !values.DATABASE_URL)
    issues.add('HUB_WORKERS above 1 needs PostgreSQL: set DATABASE_URL, or run one process on SQLite.')
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  if (values.CONSOLE_URL === publicUrl)
    issues.add('CONSOLE_URL must be another host than PUBLIC_URL; without it, the console is at /console.')
  if (values.GAME_FILES_URL !== undefined && values.GAME_FILES_URL === publicUrl)
    issues.add('GAME_FILES_URL must be another origin than PUBLIC_URL: a game could act as its player there.')
  issues.throwAll()
  return Object.freeze({
    mode: values.HUB_MODE,
    http: {
      port: values.PORT,
      host: values.HOST,
      publicUrl,
      otherOrigins: values.OTHER_ORIGINS,
      isOtherOrigin: (origin) =>
        values.OTHER_ORIGINS.includes(origin) || (isSandbox && isLocalOrigin(origin, values.PORT)),
      trustProxy: values.TRUST_PROXY,
      // Without the proxy, clients would choose their country.
      countryHeader: (values.TRUST_PROXY && values.COUNTRY_HEADER) || null,
      requestsPerMinute: values.REQUESTS_PER_MINUTE,
      pageRendersPerMinute: values.PAGE_RENDERS_PER_MINUTE,
      connectionsPerIp: values.TRUST_PROXY || isSandbox ? null : values.CONNECTIONS_PER_ADDRESS,
      maxLoopDelayMs: values.MAX_LOOP_DELAY_MS ?? (isSandbox ? null : defaultMaxLoopDelayMs),
      drainMs: (values.DRAIN_SECONDS ?? (isSandbox ? 0 : 4)) * SECOND_MS,
    },
    console: {
      url: values.CONSOLE_URL ?? `${publicUrl}/console`,
      hasOwnHost: values.CONSOLE_URL !== undefined,
      networks: values.CONSOLE_NETWORKS,
    },
    dataDir: resolve(values.DATA_DIR),
    contentDir: resolve(values.CONTENT_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    workers: values.HUB_WORKERS,
    logLevel: values.LOG_LEVEL ?? (isSandbox ? 'warn' : 'info'),
    mail,
    supportMail: {
      imapUrl: values.SUPPORT_IMAP_URL ?? null,
      webhookSecrets: values.SUPPORT_MAIL_SECRET?.split(/\s+/) ?? [],
    },
    identity,
    payments,
    ...builds,
    sandboxUrl,
    gamesUrl: values.GAMES_URL ?? `http://localhost:${values.GAMES_PORT}`,
    gameHosting: readGameHosting(values, publicUrl),
    gamesPort: values.GAMES_PORT,
    refusesCommonPasswords: (values.COMMON_PASSWORDS ?? (isSandbox ? 'allow' : 'refuse')) === 'refuse',
    passwordMaxLength: values.PASSWORD_MAX_LENGTH,
    passwordNames: values.PASSWORD_NAMES.map((name) => name.toLowerCase()),
    loginIdleMs: values.LOGIN_IDLE_DAYS * DAY_MS,
    retention: {
      webhooksMs: values.WEBHOOK_RETENTION_DAYS * DAY_MS,
      providerEventsMs: values.PROVIDER_EVENT_RETENTION_DAYS * DAY_MS,
      ticketsMs: values.TICKET_RETENTION_DAYS === undefined ? null : values.TICKET_RETENTION_DAYS * DAY_MS,
    },
    metricsToken: values.METRICS_TOKEN ?? null,
    traces: readTraces(values),
    serverApi: { requestsPerMinute: values.SERVER_REQUESTS_PER_MINUTE },
    getWebhookSecrets: (project) =>
      webhookSecrets.get(webhookSecretVariable(project)) ??
      (isSandbox ? [sandboxWebhookSecret(project)] : []),
    webhookSecretVariables: [...webhookSecrets.keys()],
    webhookNetworks: values.WEBHOOK_NETWORKS,
    warnings: configWarnings({
      given,
      hubVariables: Object.keys(Environment.shape),
      mode: values.HUB_MODE,
      publicUrl,
      trustsProxy: values.TRUST_PROXY,
      hasPaymentProvider: configuredProviders(payments).length > 0,
    }),
  })
}

/** Reads what is valid, so errors elsewhere can be found as well. */
function readValues(given: Record<string, string | undefined>, issues: Issues): Values {
  const parsed = Environment.safeParse(given)
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues) issues.add(`${String(path[0])} ${message}.`)
  const invalid = new Set(parsed.error.issues.map(({ path }) => path[0]))
  return Environment.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !invalid.has(name))))
}

function isLocalOrigin(origin: string, port: number): boolean {
  const url = URL.parse(origin)
  return url?.port === String(port) && /^(127\.0\.0\.1|\[::1\]|([a-z0-9-]+\.)?localhost)$/.test(url.hostname)
}

type Values = z.infer<typeof Environment>

function readGameHosting(values: Values, publicUrl: string): GameHosting | null {
  if (values.GAME_FILES_URL) return { kind: 'one-origin', origin: values.GAME_FILES_URL }
  const sandboxHost = values.HUB_MODE === 'sandbox' ? `games.localhost:${values.GAMES_PORT}` : undefined
  const host = values.GAMES_HOST ?? sandboxHost
  return host ? { kind: 'own-origins', protocol: new URL(publicUrl).protocol, host } : null
}

function readMail(values: Values, given: Record<string, string | undefined>): Config['mail'] {
  if (values.HUB_MODE === 'production' && !given.SMTP_URL)
    throw new StartupError('SMTP_URL is not set: the hub needs a mail server to send codes to players.')
  const mailbox = `smtp://127.0.0.1:${values.SMTP_PORT}`
  const smtpUrl = values.HUB_MODE === 'sandbox' ? mailbox : (values.SMTP_URL ?? mailbox)
  return { smtpUrl, from: values.MAIL_FROM }
}

function readTraces(values: Values): OtlpOptions | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = values
  return endpoint ? { endpoint, headers, serviceName: values.OTEL_SERVICE_NAME } : null
}

const webhookSecret = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/

/** `WEBHOOK_SECRET_<PROJECT>`: one secret, or the new and the old one separated by a space. */
function readWebhookSecrets(given: Record<string, string | undefined>): Map<string, string[]> {
  const named = Object.entries(given).filter(([name]) => name.startsWith(webhookSecretPrefix))
  const secrets = new Map(named.map(([name, value = '']) => [name, value.trim().split(/\s+/)]))
  const issues = collectIssues('Webhook secrets are invalid:')
  for (const [name, values] of secrets) {
    if (values.length > 2 || !values.every((value) => webhookSecret.test(value))) {
      issues.add(
        `${name} must be whsec_ and 24 to 64 bytes in base64, or two such secrets separated by a space.`,
      )
    }
  }
  issues.throwAll()
  return secrets
}

/** The secret for the sandbox's sample game server. */
function sandboxWebhookSecret(project: string): string {
  return `whsec_${createHash('sha256').update(`sandbox_${project}`).digest('base64')}`
}
