import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { controlRoutes } from './control.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { exampleGameRoutes } from './example-game/routes.ts'
import { createInbox } from './game-server/inbox.ts'
import { gameServerRoutes } from './game-server/routes.ts'
import { openIdentity } from './identity/index.ts'
import { createMailbox } from './mail/mailbox.ts'
import { mailRoutes } from './mail/routes.ts'
import { openMailDoor } from './mail/smtp.ts'
import { pageRoutes } from './pages/routes.ts'
import type { Place } from './platform/context.ts'
import { createFaults } from './platform/faults.ts'
import { isMissingAddress, openPort } from './platform/ports.ts'
import { answerProblems } from './platform/problem.ts'
import { openSnapshot, type Snapshot } from './platform/state-file.ts'
import { openStripe } from './stripe/index.ts'
import { openYandexPay } from './yandex-pay/index.ts'
import { openYooKassa } from './yookassa/index.ts'

export { PortUnavailable } from './platform/ports.ts'

export interface SandboxOptions {
  /** 0 picks a free one. */
  port: number
  smtpPort: number
  /** Where provider webhooks are sent. */
  hubUrl: string
  host?: string
  /** The address that others know it by, which providers then use as theirs; by default that of the port. */
  publicUrl?: string
  /** The folder to remember in; without it everything is forgotten at the end. */
  dataDir?: string
  now?: () => number
  /** How many times faster than for people (1) refunds, receipts and repeated webhooks happen. */
  pace?: number
}

export interface Sandbox {
  url: string
  smtpPort: number
  close(): Promise<void>
}

/** Long enough that a client's kept connection is not closed under its next request. */
const SERVER = { keepAliveTimeout: 72_000 }
const LARGEST_BODY_BYTES = 4 * 1024 * 1024

/**
 * Starts the outside world: payment companies, identity providers, a mailbox and a sample game server on one HTTP port
 * and one SMTP port.
 * @throws PortUnavailable  with one line saying what to do
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', now = Date.now, pace = 1 } = options
  let url = ''
  let snapshot: Snapshot | undefined
  const place: Place = {
    get url() {
      return url
    },
    hubUrl: options.hubUrl.replace(/\/+$/, ''),
    faults: createFaults(),
    pace,
    now,
    changed: () => snapshot?.changed(),
  }
  const mailbox = createMailbox(place.changed)
  const inbox = createInbox(now, place.changed)
  const companies = [openStripe(place), openYooKassa(place), openYandexPay(place)]
  const identity = openIdentity(place)
  const providers = companies.map(({ payments }) => payments)

  const app = Fastify({ bodyLimit: LARGEST_BODY_BYTES, forceCloseConnections: true })
  answerProblems(app)
  controlRoutes(app, providers, place.faults, identity.names)
  mailRoutes(app, mailbox)
  gameServerRoutes(app, inbox)
  exampleGameRoutes(app, place)
  dashboardRoutes(app, { providers, mailbox, inbox })
  pageRoutes(app)
  for (const company of companies) company.routes(app)
  identity.routes(app)
  await app.ready()

  const doors = await openHttp(app, host, options.port)
  try {
    const mailDoor = await openMailDoor({ host, port: options.smtpPort, mailbox, now })
    url = options.publicUrl?.replace(/\/+$/, '') ?? addressOf(host, doors[0])
    if (options.dataDir)
      snapshot = openSnapshot(options.dataDir, [
        ...companies.map(({ keeper }) => keeper),
        identity.keeper,
        mailbox,
        inbox,
      ])
    return { url, smtpPort: mailDoor.port, close: () => closeAll(mailDoor) }
  } catch (error) {
    await closeAll()
    throw error
  }

  async function closeAll(mailDoor?: { close(): Promise<void> }): Promise<void> {
    for (const company of companies) company.close()
    await Promise.all([mailDoor?.close(), ...doors.map(closeServer)])
    await app.close()
    snapshot?.close()
  }
}

/** Opens the port; on this machine alone it is opened on both loopback addresses, since `localhost` may mean either. */
async function openHttp(app: FastifyInstance, host: string, port: number): Promise<[Server, ...Server[]]> {
  const listener = app.routing as RequestListener
  const main = createServer(SERVER, listener)
  await openPort(main, port, host, 'SANDBOX_PORT')
  if (host !== '127.0.0.1' && host !== 'localhost') return [main]
  const twin = createServer(SERVER, listener)
  try {
    await openPort(twin, (main.address() as AddressInfo).port, '::1', 'SANDBOX_PORT')
    return [main, twin]
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

function addressOf(host: string, door: Server): string {
  const { port } = door.address() as AddressInfo
  return `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`
}
