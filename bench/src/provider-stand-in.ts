/**
 * The outside world at its leanest, inside the bench: the few calls of Stripe that an order needs, its signed webhook,
 * a game server and a mail server that take everything. The sandbox does the same as Stripe would, and slower than the hub.
 */
import { createHmac } from 'node:crypto'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'

export type Webhook = { id: string; paymentId: string; playerId: string }

export type World = {
  url: string
  smtpPort: number
  /** Called for each webhook that arrives; the game server answers the status it returns, or takes the webhook. */
  onWebhook(listener: (webhook: Webhook) => number | undefined): void
  /** The buyer pays: the intent succeeds, and the webhook is sent. Resolves when it is acknowledged. */
  pay(intentId: string, hubUrl: string): Promise<void>
  close(): void
}

type Intent = Record<string, unknown> & { id: string; status: string; amount: number; metadata: object }

const webhookSecret = 'whsec_sandbox_stripe'
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

export async function startOutsideWorld(): Promise<World> {
  const intents = new Map<string, Intent>()
  let tell: (webhook: Webhook) => number | undefined = () => undefined
  const web = createServer(async (incoming, response) => {
    const { method, url = '' } = incoming
    const body = await textOf(incoming)
    if (url.startsWith('/game-server/')) {
      const { data } = JSON.parse(body) as { data: Omit<Webhook, 'id'> }
      const status = tell({ ...data, id: String(incoming.headers['webhook-id']) })
      return answer(response, { received: true }, status)
    }
    if (method === 'POST' && url === '/v1/payment_intents') {
      const intent = newIntent(new URLSearchParams(body), intents.size)
      intents.set(intent.id, intent)
      return answer(response, intent)
    }
    answer(response, intents.get(url.split('?')[0]?.split('/')[3] ?? '') ?? {})
  })
  const mail = createTcpServer(takeLetters)
  const [webPort, smtpPort] = await Promise.all([portOf(web), portOf(mail)])

  return {
    url: `http://127.0.0.1:${webPort}`,
    smtpPort,
    onWebhook: (listener) => {
      tell = listener
    },
    async pay(intentId, hubUrl) {
      const intent = intents.get(intentId)
      if (!intent) throw new Error(`There is no intent ${intentId}`)
      const paid = {
        ...intent,
        status: 'succeeded',
        amount_received: intent.amount,
        latest_charge: chargeOf(intent),
      }
      intents.set(intentId, paid)
      await sendWebhook(hubUrl, { ...paid, latest_charge: `ch_${intentId}` })
    },
    close() {
      web.closeAllConnections()
      web.close()
      mail.close()
    },
  }
}

function portOf(server: Server): Promise<number> {
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

function chargeOf({ id, amount, metadata }: Intent) {
  return {
    id: `ch_${id}`,
    object: 'charge',
    amount,
    metadata,
    status: 'succeeded',
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
  }
}

async function sendWebhook(hubUrl: string, intent: object): Promise<void> {
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

/** One JSON call over a kept connection. @throws Error unless the answer is 2xx */
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
      textOf(response).then((text) => {
        if (status >= 200 && status < 300) resolve(JSON.parse(text) as T)
        else reject(new Error(`${method} ${url}: ${status} ${text}`))
      }, reject)
    })
    sent.end(body)
  })
}

function textOf(stream: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      text += chunk
    })
    stream.on('end', () => resolve(text))
    stream.on('error', reject)
  })
}

function answer(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Enough SMTP to take a letter and forget it. */
function takeLetters(socket: import('node:net').Socket): void {
  let isLetter = false
  let rest = ''
  socket.on('error', () => {})
  socket.setEncoding('latin1')
  socket.write('220 bench\r\n')
  socket.on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (isLetter) {
        if (line !== '.') continue
        isLetter = false
        socket.write('250 taken\r\n')
      } else if (/^data/i.test(line)) {
        isLetter = true
        socket.write('354 go on\r\n')
      } else if (/^quit/i.test(line)) {
        socket.end('221 bye\r\n')
      } else {
        socket.write('250 ok\r\n')
      }
    }
  })
}
