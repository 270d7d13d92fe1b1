import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startGameServer } from '../../../test/support/payments/game-server.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
}
type Export = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ReceivedSpan[] }[] }[]
}

/** Receives spans over HTTP like a collector. */
async function startCollector() {
  const spans: ReceivedSpan[] = []
  const services = new Set<string | undefined>()
  const tokens = new Set<string | undefined>()
  const server = createServer(async (request, response) => {
    expect(request.url).toBe('/v1/traces')
    tokens.add(request.headers.authorization)
    for (const { resource, scopeSpans } of ((await json(request)) as Export).resourceSpans) {
      services.add(resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, services, tokens }
}

/** A hub stopped by the test, so it sends its last spans. */
async function startStoppableHub(env: Record<string, string>) {
  const cleanups: (() => Promise<void>)[] = []
  const hub = await startTestHub({ env, onCleanup: (cleanup) => cleanups.push(cleanup) })
  const stop = async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup()
  }
  onTestFinished(stop)
  return { hub, stop }
}

test('a collector receives a payment as one trace, from the provider event to the webhook', async () => {
  const collector = await startCollector()
  const game = await startGameServer()
  const { hub, stop } = await startStoppableHub({
    ...game.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20sesame,x-tenant=one',
    OTEL_SERVICE_NAME: 'hub-of-tests',
  })
  const player = await hub.logIn('anna@example.org')
  await stripeCheckout(hub).buy(player)
  await stop()

  const [sent] = game.received
  const [webhook, ...others] = collector.spans.filter(({ name }) => name === 'webhook')
  if (!webhook) return expect.unreachable()
  expect(others).toEqual([])
  expect(sent?.headers.traceparent).toBe(`00-${webhook.traceId}-${webhook.spanId}-01`)
  const trace = collector.spans.filter(({ traceId }) => traceId === webhook.traceId)
  const names = trace.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^POST \/.*stripe/),
      expect.stringMatching(/^job /),
      'stripe fetchPayment',
      'webhook',
    ]),
  )
  // Every span but the first has its parent in the trace.
  const ids = new Set(trace.map(({ spanId }) => spanId))
  expect(trace.filter(({ parentSpanId }) => !parentSpanId || !ids.has(parentSpanId))).toHaveLength(1)
  for (const span of trace)
    expect(Number(span.endTimeUnixNano)).toBeGreaterThan(Number(span.startTimeUnixNano))

  expect([...collector.services]).toEqual(['hub-of-tests'])
  expect([...collector.tokens]).toEqual(['Bearer sesame'])
  expect(JSON.stringify(collector.spans)).not.toMatch(/anna|eyJ|whsec_|sk_test/)
})

test('a request that the caller does not sample is not exported', async () => {
  const collector = await startCollector()
  const { hub, stop } = await startStoppableHub({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const toTraceId = (digit: string) => digit.repeat(32)
  const call = (digit: string, flags: string) =>
    hub.call('GET /control/find-games', {
      query: { search: digit },
      headers: { traceparent: `00-${toTraceId(digit)}-${'1'.repeat(16)}-${flags}` },
    })
  await call('a', '00')
  await call('b', '01')
  await stop()
  expect(collector.spans.map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual([
    [toTraceId('b'), '1'.repeat(16)],
  ])
})

test('a collector that is down disturbs nothing', async () => {
  const hub = await startTestHub({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } })
  await hub.callOk('GET /control/get-games-data')
  await expect(hub.callOk('GET /control/get-games-data')).resolves.toBeDefined()
})
