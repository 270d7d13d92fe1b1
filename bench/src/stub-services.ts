/**
 * Stub services inside the bench process: the few Stripe calls of an order, Stripe's signed event, and a game server
 * and mail server accepting everything. The sandbox, which emulates Stripe in full, is slower than the hub.
 */
import { createHmac } from 'node:crypto'
import { Agent, createServer, request, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

export type Webhook = { id: string; paymentId: string; playerId: string }

export type StubServices = {
  url: string
  smtpPort: number
  /** Called for each webhook. @returns  the response status; 200 when undefined */
  onWebhook(listener: (webhook: Webhook) => number | undefined): void
  /** Number of accepted emails. */
  emailCount(): number
  /** Pays an intent and sends its event. Resolves when the hub has acknowledged it. */
  pay(intentId: string, hubUrl: string): Promise<void>
  close(): void
}

type Intent = Record<string, unknown> & { id: string; status: string; amount: number; metadata: object }

const webhookSecret = 'whsec_sandbox_stripe'
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

export async function startStubServices(): Promise<StubServices> {
  const intents = new Map<string, Intent>()
  let listener: (webhook: Webhook) => number | undefined = () => undefined
  const web = createServer(async (incoming, response) => {
    const { method, url = '' } = incoming
    const body = await text(incoming)
    if (url.startsWith('/game-server/')) {
      const { data } = JSON.parse(body) as { data: Omit<Webhook, 'id'> }
      const status = listener({ ...data, id: String(incoming.headers['webhook-id']) })
      return respond(response, { received: true }, status)
    }
    if (method === 'POST' && url === '/v1/payment_intents') {
      const intent = newIntent(new URLSearchParams(body), intents.size)
      intents.set(intent.id, intent)
      return respond(response, intent)
    }
    respond(response, intents.get(url.split('?')[0]?.split('/')[3] ?? '') ?? {})
  })
  let emailCount = 0
  const mail = createTcpServer((socket) =>
    acceptEmails(socket, () => {
      emailCount += 1
    }),
  )
  const [webPort, smtpPort] = await Promise.all([listenOnFreePort(web), listenOnFreePort(mail)])

  return {
    url: `http://127.0.0.1:${webPort}`,
    smtpPort,
    onWebhook: (next) => {
      listener = next
    },
    emailCount: () => emailCount,
    async pay(intentId, hubUrl) {
      const intent = intents.get(intentId)
      if (!intent) throw new Error(`There is no intent ${intentId}`)
      const paid = {
        ...intent,
        status: 'succeeded',
        amount_received: intent.amount,
        latest_charge: toCharge(intent),
      }
      intents.set(intentId, paid)
      await sendEvent(hubUrl, { ...paid, latest_charge: `ch_${intentId}` })
    },
    close() {
      web.closeAllConnections()
      web.close()
      mail.close()
    },
  }
}

function listenOnFreePort(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function newIntent(form: URLSearchParams, number: number): Intent {
  const id = `pi_${number.toString().padStart(24, '0')}`
  return {
    id,
    object: 'payment_intent',
    amount: Number(form.get('amount')),
    amount_received: 0,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_bench`,
    confirmation_method: 'automatic',
    created: Math.floor(Date.now() / 1000),
    currency: form.get('currency'),
    description: form.get('description'),
    latest_charge: null,
    livemode: false,
    metadata: { orderId: form.get('metadata[orderId]'), attemptId: form.get('metadata[attemptId]') },
    payment_method_types: ['card'],
    status: 'requires_payment_method',
  }
}

function toCharge({ id, amount, metadata }: Intent) {
  return {
    id: `ch_${id}`,
    object: 'charge',
    amount,
    metadata,
    status: 'succeeded',
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
  }
}

async function sendEvent(hubUrl: string, intent: object): Promise<void> {
  const { id } = intent as Intent
  const body = JSON.stringify({
    id: `evt_${id}`,
    object: 'event',
    created: Math.floor(Date.now() / 1000),
    data: { object: intent },
    livemode: false,
    type: 'payment_intent.succeeded',
  })
  const t = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', webhookSecret).update(`${t}.${body}`).digest('hex')
  await call('POST', `${hubUrl}/webhooks/stripe`, body, { 'stripe-signature': `t=${t},v1=${v1}` })
}

/** A JSON call over a keep-alive connection. @throws Error  unless the status is 2xx */
export function call<T>(
  method: string,
  url: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      agent,
      headers: {
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
        ...headers,
      },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const status = response.statusCode ?? 0
      text(response).then((body) => {
        if (status >= 200 && status < 300) resolve(JSON.parse(body) as T)
        else reject(new Error(`${method} ${url}: ${status} ${body}`))
      }, reject)
    })
    sent.end(body)
  })
}

function respond(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Implements just enough SMTP to accept a message. */
function acceptEmails(socket: Socket, onAccepted: () => void): void {
  let isMessage = false
  let rest = ''
  socket.on('error', () => {})
  socket.setEncoding('latin1')
  socket.write('220 bench\r\n')
  socket.on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (isMessage) {
        if (line !== '.') continue
        isMessage = false
        onAccepted()
        socket.write('250 accepted\r\n')
      } else if (/^data/i.test(line)) {
        isMessage = true
        socket.write('354 go on\r\n')
      } else if (/^quit/i.test(line)) {
        socket.end('221 bye\r\n')
      } else {
        socket.write('250 ok\r\n')
      }
    }
  })
}
