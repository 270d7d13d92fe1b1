import type { GameHosting } from './game-hosting.ts'
import type { OtlpOptions } from './tracing/start-tracing.ts'
import type { Sender } from './variable-rules.ts'

/** The configuration without the parts that capabilities define. */
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
    /** Per client IP, below `/api`. */
    requestsPerMinute: number
    /** Per client IP: pages that are not in the cache. */
    pageRendersPerMinute: number
    /** Null behind a proxy, whose IP all clients share, and with the sandbox. */
    connectionsPerAddress: number | null
    /** Event-loop delay from which on guests are refused. Null with the sandbox, on whose machine much else runs. */
    maxLoopDelayMs: number | null
    /** How long a hub that stops goes on answering, so that its proxies notice first. */
    drainMs: number
  }
  /** The operators' console. */
  console: {
    /** Has no trailing slash. */
    url: string
    /** True when it has its own host, where players' pages are not served. */
    hasOwnHost: boolean
    /** Networks that may open it, in CIDR notation; empty: all. */
    networks: string[]
  }
  dataDir: string
  contentDir: string
  databaseUrl: string | null
  /** How many hub processes run on this machine and share its port. */
  workers: number
  logLevel: string
  mail: { smtpUrl: string; from: Sender }
  /** Null in production. */
  sandboxUrl: string | null
  gamesUrl: string
  /** Where players' browsers find uploaded builds. Null when this hub hosts none. */
  gameHosting: GameHosting | null
  /** The port of the listener that serves them. */
  gamesPort: number
  /** True when an account may not get a password that attackers try first. */
  refusesCommonPasswords: boolean
  /** The operator's names, in lower case, that no new password may consist of. */
  passwordNames: string[]
  /** 20, as the specification says, to 64. */
  passwordMaxLength: number
  /** A login session that is not used for so long ends. */
  loginIdleMs: number
  /** How long rows are kept that would otherwise stay for ever. `ticketsMs` null: for ever. */
  retention: { webhooksMs: number; providerEventsMs: number; ticketsMs: number | null }
  /** Bearer token for `/metrics`. Null disables metrics. */
  metricsToken: string | null
  /** The OpenTelemetry collector that gets traces. Null: none does. */
  traces: OtlpOptions | null
  /** Rate limit for each project key. */
  serverApi: { requestsPerMinute: number }
  /** A project's webhook signing secrets: none when it has no game server, two during a rotation. */
  getWebhookSecrets(project: string): string[]
  /** The variables that hold webhook secrets. */
  webhookSecretVariables: string[]
  /** Private networks that webhooks may be sent to, in CIDR notation. */
  webhookNetworks: string[]
  /** What is allowed but probably not meant. */
  warnings: string[]
}>
