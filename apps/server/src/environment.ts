import { limits as passwordLimits } from '@playhub/contract'
import * as z from 'zod'
import { buildVariables } from './builds/config.ts'
import { Origin } from './platform/http/origin.ts'
import { loginUrl, parseSender, ServiceUrl } from './platform/variable-rules.ts'

const portRule = 'must be a number from 0 to 65535'
const Port = z.coerce.number(portRule).int(portRule).min(0, portRule).max(65535, portRule)
const countRule = 'must be a whole number above 0'
const Count = z.coerce.number(countRule).int(countRule).min(1, countRule)
const workersRule = 'must be a whole number from 1 to 64'
const nameRule = 'must be names of three or more Latin letters or digits, separated by spaces'
const passwordRule = `must be a whole number from ${passwordLimits.passwordMax} to ${passwordLimits.passwordMaxRaised}`
const idleRule = 'must be a number of days from 1 to 30'
const retentionRule = 'must be a whole number of days from 30'
const RetentionDays = z.coerce.number(retentionRule).int(retentionRule).min(30, retentionRule)
const drainRule = 'must be a number from 0 to 6'
const Network = z.union([z.cidrv4(), z.cidrv6()])
const List = z
  .string()
  .default('')
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))
const Networks = List.refine(
  (networks) => networks.every((network) => Network.safeParse(network).success),
  'must be networks such as 10.0.0.0/8, separated by spaces',
)

const addresses = {
  HUB_MODE: z.enum(['sandbox', 'staging', 'production']).default('production').meta({
    description:
      '`sandbox` and `staging` use the sandbox instead of providers. `sandbox` is for development; `npm start` sets it. `staging` is a hub as in production on which every page is marked: see [staging](install.md#staging).',
  }),
  PUBLIC_URL: Origin.optional().meta({
    defaultText: '`http://localhost:PORT`',
    needed: 'in production',
    description:
      'The address that players open, without a path. Emails, payment pages and logins return to it.',
  }),
  OTHER_ORIGINS: List.pipe(z.array(Origin)).meta({
    form: 'origins, separated by spaces',
    needed: 'with tenants',
    description: 'Further origins of the same hub, such as those of tenants.',
  }),
  PORT: Port.default(3000).meta({ description: 'The port that the hub listens on.' }),
  HUB_WORKERS: z.coerce
    .number(workersRule)
    .int(workersRule)
    .min(1, workersRule)
    .max(64, workersRule)
    .default(1)
    .meta({
      form: 'number from 1 to 64',
      description: 'Processes of the hub, which share its port. Above 1 with PostgreSQL only.',
    }),
  HOST: z.string().optional().meta({
    form: 'name or address',
    defaultText: 'all addresses',
    description: 'The address of this machine that the hub listens on, such as 127.0.0.1 behind a proxy.',
  }),
  TRUST_PROXY: z.stringbool().default(false).meta({
    form: '`true` or `false`',
    defaultText: '`false`',
    needed: 'behind a reverse proxy',
    description:
      'Takes the address of a client from the last entry of `X-Forwarded-For`. Only behind exactly one reverse proxy: otherwise clients choose their address themselves.',
  }),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header such as CF-IPCountry')
    .optional()
    .meta({
      form: 'name of a header',
      description:
        'The header in which the proxy writes the country of a client’s address, as two capital letters, such as `CF-IPCountry`. Orders keep it: see [place](legal.md#place). Needs `TRUST_PROXY`, and a proxy that replaces the header in every request.',
    }),
  CONSOLE_URL: Origin.refine(
    (origin) => origin.startsWith('https:') || /(^|\.)localhost$/.test(new URL(origin).hostname),
    'must begin with https://',
  )
    .optional()
    .meta({
      defaultText: '`PUBLIC_URL/console`',
      description:
        'The address of the operator console, on a host of its own, where players’ pages are not served.',
    }),
  CONSOLE_NETWORKS: Networks.meta({
    form: 'networks such as `203.0.113.0/24 2001:db8::/32`',
    defaultText: 'all',
    description: 'Networks from which the operator console may be opened. It does not exist for others.',
  }),
  GAMES_URL: Origin.optional().meta({
    defaultText: '`http://localhost:GAMES_PORT`',
    needed: 'with the sample games',
    description: 'The origin of the sample games. Replaces the placeholder of the same name in the content.',
  }),
  GAMES_HOST: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/, 'must be a host such as games.example, in lower case')
    .optional()
    .meta({
      form: 'host such as `games.example`',
      defaultText: '`games.localhost:GAMES_PORT` with the sandbox',
      needed: 'to host uploaded games',
      description:
        'Each uploaded game gets an origin of its own below this host, such as `https://tetris.games.example`. Needs a wildcard DNS record and certificate.',
    }),
  GAME_FILES_URL: Origin.optional().meta({
    needed: 'to host uploaded games without a wildcard certificate',
    description:
      'One origin for all uploaded games, in place of `GAMES_HOST`. Games run in a sandbox there, without storage of their own.',
  }),
}

const storage = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://', abort: true })
    .pipe(loginUrl('postgres://user:password@host:5432/name', { hasPath: true }))
    .optional()
    .meta({
      form: '`postgres://user:password@host:5432/name`',
      defaultText: 'SQLite in `DATA_DIR`',
      needed: 'with several hubs',
      description:
        'The PostgreSQL database. SQLite is enough for one hub. `?prepare=false` goes without prepared statements, for [poolers](high-availability.md#pgbouncer) that lose them.',
    }),
  DATA_DIR: z.string().default('./data').meta({
    form: 'folder',
    description: 'The SQLite database and uploaded games. Only the hub may read it.',
  }),
  CONTENT_DIR: z.string().default('./content').meta({
    form: 'folder',
    description: 'Projects, games, prices, pages, documents and pictures: see [content](content.md).',
  }),
}

const mail = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'must begin with smtp:// or smtps://', abort: true })
    .pipe(loginUrl('smtps://user:password@host:465', { hasPath: false }))
    .optional()
    .meta({
      form: '`smtps://user:password@host:465`',
      needed: 'in production',
      description:
        'The mail server. `smtp://` uses STARTTLS when the server offers it, and with `?requireTLS=true` sends nothing without it.',
    }),
  MAIL_FROM: z
    .string()
    .default('hello@playhub.example')
    .transform((text, context) => {
      const sender = parseSender(text)
      if (sender) return sender
      context.addIssue('must be an email address, or such as Games <games@example.org>')
      return z.NEVER
    })
    .meta({
      form: '`Name <address>`, or an address',
      defaultText: '`hello@playhub.example`',
      needed: 'in production',
      description:
        'The sender of all emails; an address alone gets the `brand` of the content as its name. The mail server must be allowed to send for its domain.',
    }),
}

const supportMail = {
  SUPPORT_IMAP_URL: z
    .string()
    .regex(/^imaps?:\/\//, { error: 'must begin with imap:// or imaps://', abort: true })
    .pipe(loginUrl('imaps://user:password@host:993', { hasPath: true }))
    .optional()
    .meta({
      form: '`imaps://user:password@host:993`',
      defaultText: 'no replies by email',
      description:
        'The mailbox of the content’s `supportEmail`, read every minute: [replies by email](support.md#replies-by-email). A path names another folder than `INBOX`.',
    }),
  SUPPORT_MAIL_SECRET: z
    .string()
    .trim()
    .regex(
      /^whsec_[A-Za-z0-9+/]{32,88}={0,2}(\s+whsec_[A-Za-z0-9+/]{32,88}={0,2})?$/,
      'must be whsec_ and 24 to 64 bytes in base64, or two such secrets separated by a space',
    )
    .optional()
    .meta({
      form: '`whsec_…`, or two separated by a space',
      defaultText: 'none',
      description: 'Signs mail that a mail service posts to `/webhooks/mail`.',
    }),
}

const limits = {
  REQUESTS_PER_MINUTE: Count.default(600).meta({ description: 'Requests below `/api` of a client address.' }),
  SERVER_REQUESTS_PER_MINUTE: Count.default(600).meta({ description: 'Requests of a project key.' }),
  PAGE_RENDERS_PER_MINUTE: Count.default(300).meta({
    description: 'Pages that are not in the cache, of a client address.',
  }),
  CONNECTIONS_PER_ADDRESS: Count.default(200).meta({
    description:
      'Open connections of a client address. Not used with `TRUST_PROXY`: all connections are the proxy’s.',
  }),
  MAX_LOOP_DELAY_MS: Count.optional().meta({
    defaultText: '`200`; none with the sandbox',
    description:
      'Delay of the event loop from which on guests get 503, in milliseconds; players at one and a half times, payments at twice of it.',
  }),
  COMMON_PASSWORDS: z.enum(['allow', 'refuse']).optional().meta({
    defaultText: '`refuse`; `allow` with the sandbox',
    description: 'Whether an account may get a password that attackers try first.',
  }),
  PASSWORD_NAMES: List.refine(
    (names) => names.every((name) => /^[A-Za-z0-9]{3,}$/.test(name)),
    nameRule,
  ).meta({
    form: 'names, separated by spaces',
    description: 'Your name, those of your games and the like, which a new password may not consist of.',
  }),
  PASSWORD_MAX_LENGTH: z.coerce
    .number(passwordRule)
    .int(passwordRule)
    .min(passwordLimits.passwordMax, passwordRule)
    .max(passwordLimits.passwordMaxRaised, passwordRule)
    .default(passwordLimits.passwordMax)
    .meta({
      description:
        'How long passwords may be, up to 64. Do not lower it again: players with longer passwords would have to recover them.',
    }),
  LOGIN_IDLE_DAYS: z.coerce.number(idleRule).min(1, idleRule).max(30, idleRule).default(30).meta({
    description: 'A login that is not used for so many days ends.',
  }),
}

const retention = {
  WEBHOOK_RETENTION_DAYS: RetentionDays.default(365).meta({
    description:
      'Webhooks are deleted so long after their delivery. Those that wait or were given up stay. From 30 days.',
  }),
  PROVIDER_EVENT_RETENTION_DAYS: RetentionDays.default(365).meta({
    description:
      'Events of payment providers, as received, are deleted after so many days. What they have changed stays. From 30 days.',
  }),
  TICKET_RETENTION_DAYS: RetentionDays.optional().meta({
    defaultText: 'for ever',
    description:
      'Closed tickets are deleted with their messages so long after their last change. From 30 days.',
  }),
}

const operation = {
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional().meta({
    defaultText: '`info`; `warn` with the sandbox',
    description:
      'The least important lines that are logged. The lines are JSON, on the standard error output.',
  }),
  METRICS_TOKEN: z
    .string()
    .min(16, { error: 'must have at least 16 characters', abort: true })
    .regex(/^[\x21-\x7e]+$/, 'must be one word without spaces and line breaks')
    .optional()
    .meta({
      form: 'word of at least 16 characters',
      defaultText: 'no metrics',
      needed: 'with Prometheus',
      description: 'The bearer token of `/metrics`.',
    }),
  OTEL_EXPORTER_OTLP_ENDPOINT: ServiceUrl.optional().meta({
    defaultText: 'no traces',
    needed: 'with OpenTelemetry',
    description:
      'The OTLP address of a collector over HTTP, without `/v1/traces`, such as http://collector:4318.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(
      /^[\w.-]+=[\x21-\x2b\x2d-\x7e]*(,[\w.-]+=[\x21-\x2b\x2d-\x7e]*)*$/,
      'must be name=value, separated by commas, with special characters of values percent-encoded, such as %20 for a space',
    )
    .optional()
    .transform((list = '') => Object.fromEntries(new URLSearchParams(list.replaceAll(',', '&'))))
    .meta({
      form: '`name=value`, separated by commas',
      defaultText: 'none',
      description: 'Headers for the collector, such as its token. Values are percent-encoded.',
    }),
  OTEL_SERVICE_NAME: z
    .string()
    .default('playhub')
    .meta({ description: 'The name of the service in traces.' }),
  DRAIN_SECONDS: z.coerce.number(drainRule).min(0, drainRule).max(6, drainRule).optional().meta({
    defaultText: '4; 0 with the sandbox',
    description: 'How long a hub that stops goes on accepting connections, so that proxies notice first.',
  }),
  GAMES_PORT: Port.default(3002).meta({
    description: 'The port that serves uploaded games, and the sample games of the sandbox.',
  }),
  WEBHOOK_NETWORKS: Networks.meta({
    form: 'networks such as `10.0.0.0/8 fd00::/8`',
    defaultText: 'none',
    needed: 'with game servers in private networks',
    description: 'Private networks that webhooks may be sent to. Without it, private addresses are refused.',
  }),
}

const sandbox = {
  SANDBOX_PORT: Port.default(3001).meta({ description: 'The port of the sandbox.' }),
  SMTP_PORT: Port.default(3025).meta({ description: "The port of the sandbox's mail server." }),
  SANDBOX_URL: Origin.optional().meta({
    defaultText: '`http://localhost:SANDBOX_PORT`',
    description: 'The address of the sandbox. Replaces the placeholder of the same name in the content.',
  }),
  SANDBOX_YOOKASSA_METHODS: z.string().optional().meta({
    form: 'methods, separated by commas',
    defaultText: 'none',
    description:
      'Methods of the sandbox’s YooKassa beside cards and the wallet: `sbp`, `sberbank`, `tinkoff_bank`, `mir_pay`.',
  }),
}

/** The hub's own variables by `docs/operate/environment.md` section. An empty value counts as absent. */
export const hubVariables = {
  Addresses: z.object(addresses),
  'Database and content': z.object(storage),
  Mail: z.object({ ...mail, ...supportMail }),
  Limits: z.object(limits),
  'Uploaded games': z.object(buildVariables),
  Retention: z.object(retention),
  Operation: z.object(operation),
  'Sandbox only': z.object(sandbox),
}

export const Environment = z.object({
  ...addresses,
  ...storage,
  ...mail,
  ...supportMail,
  ...limits,
  ...buildVariables,
  ...retention,
  ...operation,
  ...sandbox,
})
