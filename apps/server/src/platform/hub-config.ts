import type { Finding } from '@playhub/contract/operator/sentences/checks'
import type { GameHosting } from './game-hosting.ts'
import type { OtlpOptions } from './tracing/start-tracing.ts'
import type { Sender } from './variable-rules.ts'

/** The configuration without the capabilities' parts. */
export type HubConfig = Readonly<{
  /** Staging is production with the sandbox in place of providers. */
  mode: 'sandbox' | 'staging' | 'production'
  http: {
    port: number
    host: string | undefined
    publicUrl: string
    /** Origins at which the hub is served as well, such as those of tenants. */
    otherOrigins: readonly string[]
    /** Tells if the hub may also be served at this origin, such as a tenant's own host. */
    isOtherOrigin(origin: string): boolean
    trustProxy: boolean
    /** The proxy's header with the country of a client's IP. Null: none is read. */
    countryHeader: string | null
    /** Per client IP, below `/api`. */
    requestsPerMinute: number
    /** Per client IP: pages outside the cache. */
    pageRendersPerMinute: number
    /** Null behind a proxy, whose IP all clients share, and with the sandbox. */
    connectionsPerIp: number | null
    /** Event-loop delay from which on guests are refused. Null with the sandbox, on whose machine much else runs. */
    maxLoopDelayMs: number | null
    /** Time a stopping hub goes on serving, so its proxies notice first. */
    drainMs: number
  }
  /** The operators' console. */
  console: {
    /** Has no trailing slash. */
    url: string
    /** True when it has its own host, where players' pages are not served. */
    hasOwnHost: boolean
    /** Networks with access, in CIDR notation; empty: all. */
    networks: string[]
  }
  dataDir: string
  contentDir: string
  databaseUrl: string | null
  /** Hub processes on this machine, sharing its port. */
  workers: number
  logLevel: string
  mail: { smtpUrl: string; from: Sender }
  /** Ways in which players' replies to support emails arrive. */
  supportMail: { imapUrl: string | null; webhookSecrets: string[] }
  /** Null in production. */
  sandboxUrl: string | null
  gamesUrl: string
  /** URLs of uploaded games. Null without hosting. */
  gameHosting: GameHosting | null
  /** Their listener's port. */
  gamesPort: number
  /** True when an account may not get an attacker's first guesses as a password. */
  refusesCommonPasswords: boolean
  /** The publisher's names, in lower case, refused as passwords. */
  passwordNames: string[]
  /** 20, as the specification says, to 64. */
  passwordMaxLength: number
  /** An idle login session ends after this. */
  loginIdleMs: number
  /** Retention of rows otherwise kept for ever. `ticketsMs` null: for ever. */
  retention: { webhooksMs: number; providerEventsMs: number; ticketsMs: number | null }
  /** Bearer token for `/metrics`. Null disables metrics. */
  metricsToken: string | null
  /** The OpenTelemetry collector for traces. Null: none. */
  traces: OtlpOptions | null
  /** Rate limit for each project key. */
  serverApi: { requestsPerMinute: number }
  /** Secrets from the environment for signing a project's webhooks; in the sandbox, its public one. */
  getWebhookSecrets(project: string): string[]
  /** The variables with webhook secrets. */
  webhookSecretVariables: string[]
  /** Private networks open to webhooks, in CIDR notation. */
  webhookNetworks: string[]
  /** Allowed but probably unintended settings. */
  warnings: Finding[]
}>

export const webhookSecretPrefix = 'WEBHOOK_SECRET_'

/** The variable with a project's webhook secrets. */
export function webhookSecretVariable(project: string): string {
  return webhookSecretPrefix + project.toUpperCase().replaceAll('-', '_')
}
