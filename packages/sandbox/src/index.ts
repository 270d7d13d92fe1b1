import { createServer, type RequestListener, type Server } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { controlRoutes } from './control.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { exampleGameRoutes } from './example-game/routes.ts'
import { createInbox } from './game-server/inbox.ts'
import { gameServerRoutes } from './game-server/routes.ts'
import { openIdentityProviders } from './identity/index.ts'
import { type ImapServer, openImapServer } from './mail/imap.ts'
import { createMailbox } from './mail/mailbox.ts'
import { mailRoutes } from './mail/routes.ts'
import { openSmtpServer } from './mail/smtp.ts'
import { sharedAssetRoutes } from './pages/assets.ts'
import {
  yookassaMethods as allYooKassaMethods,
  type FiscalShop,
  type SandboxContext,
  type YooKassaMethod,
} from './platform/context.ts'
import { createFaults } from './platform/faults.ts'
import { getPort, isMissingAddress, openPort } from './platform/ports.ts'
import { installProblemHandlers } from './platform/problem.ts'
import { type Recorder, recordTo } from './platform/recording.ts'
import { openStateFile, type StateFile } from './platform/state-file.ts'
import { openStripe } from './stripe/emulator.ts'
import { openYandexPay } from './yandex-pay/emulator.ts'
import { openYooKassa } from './yookassa/emulator.ts'

export { PortUnavailable } from './platform/ports.ts'
export type { RecordedCall, RecordedEvent, Recorder } from './platform/recording.ts'

export interface SandboxOptions {
  /** 0 picks a free port. */
  port: number
  smtpPort: number
  /** The mailbox for support. Default: 0. */
  imapPort?: number
  /** URL for provider webhooks. */
  hubUrl: string
  host?: string
  /** The base URL for others, for example behind a proxy. Default: the port's URL. */
  publicUrl?: string
  /** State file folder. Without it the state is lost at exit. */
  dataDir?: string
  now?: () => number
  /** Speed-up factor for refunds, receipts and webhook retries; 1 is real time. */
  pace?: number
  /** Payment providers whose shop registers fiscal receipts (54-FZ), and so refuses a payment without one. */
  fiscalShops?: readonly FiscalShop[]
  /** Methods of the YooKassa shop. Default: those of a test shop, cards and the wallet. */
  yookassaMethods?: readonly YooKassaMethod[]
  /** Uses the providers' real URLs, for a test resolving them to the sandbox. */
  officialHosts?: boolean
  /** Receives every emulated API request with its response, and every payment provider event. */
  record?: Recorder
}

export interface Sandbox {
  url: string
  smtpPort: number
  /** What arrives at emails that begin with `support`. */
  imap: Pick<ImapServer, 'port' | 'messages' | 'deliver'>
  close(): Promise<void>
}

/** The shops register receipts where the hub is configured to send them. */
export function readFiscalShops(env: Record<string, string | undefined>): FiscalShop[] {
  return [
    ...(env.YOOKASSA_RECEIPT_VAT ? (['yookassa'] as const) : []),
    ...(env.YANDEX_PAY_RECEIPT_VAT ? (['yandex-pay'] as const) : []),
  ]
}

/** `SANDBOX_YOOKASSA_METHODS` names methods of the shop beside cards and the wallet, such as `sbp,mir_pay`. */
export function readYooKassaMethods(env: Record<string, string | undefined>): YooKassaMethod[] {
  const added = (env.SANDBOX_YOOKASSA_METHODS ?? '').split(',')
  return allYooKassaMethods.filter(
    (method) => method === 'bank_card' || method === 'yoo_money' || added.includes(method),
  )
}

/** `SANDBOX_RECORD_TO` names a folder for all sandbox traffic: `npm run fidelity` sets it for all tests. */
function defaultRecorder(): Recorder {
  const folder = process.env.SANDBOX_RECORD_TO
  return folder ? recordTo(folder) : () => {}
}

const paymentEmulators = [openStripe, openYooKassa, openYandexPay]

/** A long keep-alive, so a client does not lose a connection just as it reuses it. */
const SERVER_OPTIONS = { keepAliveTimeout: 72_000 }
const MAX_BODY_BYTES = 4 * 1024 * 1024

/**
 * Starts the payment providers, the identity providers, the mailboxes and the sample game server on one HTTP port, one SMTP
 * port and one IMAP port.
 * @throws PortUnavailable  with a one-line message that says what to do
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', now = Date.now, pace = 1, fiscalShops = [] } = options
  const { yookassaMethods = ['bank_card', 'yoo_money'] } = options
  let url = ''
  let stateFile: StateFile | undefined
  const context: SandboxContext = {
    get url() {
      return url
    },
    hubUrl: options.hubUrl.replace(/\/+$/, ''),
    faults: createFaults(),
    record: options.record ?? defaultRecorder(),
    hasOfficialHosts: options.officialHosts ?? false,
    pace,
    fiscalShops: new Set(fiscalShops),
    yookassaMethods,
    now,
    stateChanged: () => stateFile?.changed(),
  }
  const mailbox = createMailbox(context.stateChanged)
  const inbox = createInbox(context)
  const emulators = paymentEmulators.map((open) => open(context))
  const identity = openIdentityProviders(context)

  const app = Fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true })
  installProblemHandlers(app)
  controlRoutes(app, emulators, context.faults, identity.names)
  mailRoutes(app, mailbox)
  gameServerRoutes(app, inbox)
  exampleGameRoutes(app, context)
  dashboardRoutes(app, { emulators, mailbox, inbox })
  sharedAssetRoutes(app)
  for (const emulator of emulators) emulator.routes(app)
  identity.routes(app)
  await app.ready()

  const servers = await listen(app, host, options.port)
  try {
    const imap = await openImapServer({ host, port: options.imapPort ?? 0 })
    const smtp = await openSmtpServer({
      ...{ host, port: options.smtpPort, mailbox, now, onSupportMail: imap.deliver },
    }).catch(async (error: unknown) => {
      await imap.close()
      throw error
    })
    url = options.publicUrl?.replace(/\/+$/, '') ?? getUrl(host, servers[0])
    if (options.dataDir) {
      const states = emulators.map(({ state }) => state)
      stateFile = openStateFile(options.dataDir, [...states, identity.state, mailbox, inbox])
    }
    return { url, smtpPort: smtp.port, imap, close: () => closeAll(smtp, imap) }
  } catch (error) {
    await closeAll()
    throw error
  }

  async function closeAll(...mailServers: { close(): Promise<void> }[]): Promise<void> {
    for (const emulator of emulators) emulator.close()
    await Promise.all([...mailServers.map((each) => each.close()), ...servers.map(closeServer)])
    await app.close()
    stateFile?.close()
  }
}

/** Listens on the host. A loopback host gets both IPv4 and IPv6, because `localhost` may resolve to either. */
async function listen(app: FastifyInstance, host: string, port: number): Promise<[Server, ...Server[]]> {
  const listener = app.routing as RequestListener
  const main = createServer(SERVER_OPTIONS, listener)
  await openPort(main, port, host, 'SANDBOX_PORT')
  if (host !== '127.0.0.1' && host !== 'localhost') return [main]
  const ipv6 = createServer(SERVER_OPTIONS, listener)
  try {
    await openPort(ipv6, getPort(main), '::1', 'SANDBOX_PORT')
    return [main, ipv6]
  } catch (error) {
    if (isMissingAddress(error)) return [main]
    await closeServer(main)
    throw error
  }
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function getUrl(host: string, server: Server): string {
  return `http://${host === '127.0.0.1' ? 'localhost' : host}:${getPort(server)}`
}
