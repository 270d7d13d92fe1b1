import { createHash } from 'node:crypto'
import { paymentProviders } from '@playhub/contract'
import type { FastifyInstance } from 'fastify'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { NewJob } from '../../platform/jobs/jobs.ts'
import { createRequestCounter, type RequestLimits } from '../../platform/limits/request-limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Deps, getProvider } from '../deps.ts'
import {
  disputeEventJob,
  jobKinds,
  PaymentEventPayload,
  paymentEventJob,
  providerCallQueue,
  refundEventJob,
} from '../jobs.ts'
import {
  type EventHeaders,
  type EventSubject,
  ForgedEvent,
  type Provider,
  type ProviderEvent,
  ProviderUnavailable,
  UnreadableEvent,
} from '../provider.ts'
import { providerDefinitions } from '../providers/index.ts'
import { findAttempt, findAttemptAt, setProviderPaymentId } from '../records/attempt-store.ts'
import { insertProviderEvent } from '../records/provider-event-store.ts'
import { applyReport } from './apply-payment.ts'

/** Per IP. Valid events are exempt: a provider sends every player's events from a few IPs. */
const refusedEventsPerMinute = 120
const eventBytes = 256 * 1024

/**
 * Registers the endpoints for providers' events. Bodies stay unparsed, because signatures cover the raw bytes. YooKassa
 * and Yandex Pay accept only a 200; Yandex Pay also requires this body.
 */
export function registerProviderEventRoutes(
  app: FastifyInstance,
  deps: Deps,
  requestLimits: RequestLimits,
): void {
  app.register(async (scope) => {
    const countRefused = await createRequestCounter(
      scope,
      requestLimits('refused provider events', refusedEventsPerMinute),
    )
    scope.removeAllContentTypeParsers()
    // Before the body is read.
    scope.addHook('onRequest', (request) => countRefused(request, { increment: false }))
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const name of paymentProviders) {
      const provider = deps.providers[name]
      if (!provider) continue
      const options = { bodyLimit: eventBytes }
      scope.post<{ Body: Buffer | undefined }>(
        providerDefinitions[name].webhookPath,
        options,
        async (request) => {
          const { body, headers, ip } = request
          try {
            await receiveEvent(deps, provider, { raw: body ?? Buffer.alloc(0), headers, from: ip })
          } catch (error) {
            if (error instanceof Refusal) await countRefused(request)
            throw error
          }
          return { status: 'success' }
        },
      )
    }
  })
}

type EventRequest = { raw: Buffer; headers: EventHeaders; from: string }

/**
 * Verifies an event, files it and enqueues its processing; returning acknowledges it. A repeated event changes nothing.
 * @throws Refusal BODY_INVALID when it is forged, PROVIDER_UNAVAILABLE when it cannot be verified now, PAYMENT_NOT_FOUND
 *         when its attempt is not known yet; after the last two the provider sends it again
 */
async function receiveEvent(deps: Deps, provider: Provider, request: EventRequest): Promise<void> {
  const event = await verifyOrRefuse(deps, provider, request)
  const job = await jobFor(deps, provider, event)
  await transact(deps.db, async (tx) => {
    const isNew = await insertProviderEvent(tx, {
      id: newId(),
      provider: provider.name,
      eventKey: event.key,
      kind: event.kind,
      providerPaymentId: event.subject?.providerPaymentId ?? null,
      raw: request.raw.toString('utf8').replaceAll('\0', ''),
      receivedAt: deps.clock.now(),
    })
    if (isNew && job) await deps.jobs.enqueue(tx, job)
  })
}

async function verifyOrRefuse(deps: Deps, provider: Provider, request: EventRequest): Promise<ProviderEvent> {
  const { raw, headers, from } = request
  try {
    const event = await provider.verifyEvent(raw, headers, from)
    expectPlainIds(event)
    return event
  } catch (cause) {
    if (cause instanceof UnreadableEvent) return unreadableEvent(deps, provider, request, cause)
    const isForged = cause instanceof ForgedEvent
    if (!isForged && !(cause instanceof ProviderUnavailable)) throw cause
    deps.log.warn({ provider: provider.name, from, reason: cause.message }, 'Provider event refused')
    throw new Refusal(isForged ? 'BODY_INVALID' : 'PROVIDER_UNAVAILABLE', undefined, { cause })
  }
}

const plainText = /^\P{C}{1,1000}$/u

/** PostgreSQL stores no NUL. @throws UnreadableEvent */
function expectPlainIds({ key, kind, subject }: ProviderEvent): void {
  const ids = [subject?.providerPaymentId, subject?.attemptId, subject?.id]
  if (![key, kind, ...ids.filter((id) => id != null)].every((text) => plainText.test(text)))
    throw new UnreadableEvent('The event has ids that are none')
}

/** Filed for the operator. Its payment is still reconciled. */
function unreadableEvent(
  { log }: Deps,
  { name: provider }: Provider,
  { raw, from }: EventRequest,
  { message: reason }: UnreadableEvent,
): ProviderEvent {
  log.error({ provider, from, reason }, 'Provider event of unknown shape; acknowledged and filed')
  const key = `unreadable:${createHash('sha256').update(raw).digest('hex')}`
  return { key, kind: 'unreadable', subject: null, isActionable: false }
}

/** Undefined when the event needs no processing, or is not about our payments. */
async function jobFor(
  deps: Deps,
  provider: Provider,
  { subject, isActionable }: ProviderEvent,
): Promise<NewJob | undefined> {
  if (!isActionable || !subject) return undefined
  if (subject.of === 'payment') return paymentJobFor(deps, subject)
  const attempt = await findAttemptAt(deps.db, provider.name, subject.providerPaymentId)
  if (!attempt) return undefined
  const { id } = subject
  if (subject.of === 'refund') return refundEventJob({ attemptId: attempt.id, refundId: id })
  return id === null ? undefined : disputeEventJob({ attemptId: attempt.id, disputeId: id })
}

async function paymentJobFor(
  { db, log }: Deps,
  { attemptId, providerPaymentId }: EventSubject,
): Promise<NewJob | undefined> {
  if (attemptId === null) return undefined
  if (await findAttempt(db, attemptId)) return paymentEventJob({ attemptId, providerPaymentId })
  log.warn({ attemptId, providerPaymentId }, 'Provider event for an unknown attempt')
  throw new Refusal('PAYMENT_NOT_FOUND')
}

export function definePaymentEventJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.processPaymentEvent, {
    queue: providerCallQueue,
    run: (payload) => processPaymentEvent(deps, PaymentEventPayload.parse(payload)),
  })
}

/** An event is only a hint: the payment is fetched. The event may arrive before the response to the create call. */
async function processPaymentEvent(
  deps: Deps,
  { attemptId, providerPaymentId }: PaymentEventPayload,
): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (!attempt || attempt.state === 'succeeded') return
  const payment = await getProvider(deps, attempt).fetchPayment(providerPaymentId)
  if (attempt.providerPaymentId === null && payment.attemptId === attempt.id) {
    await setProviderPaymentId(deps.db, attempt.id, providerPaymentId)
    attempt.providerPaymentId = providerPaymentId
  }
  await applyReport(deps, attempt, payment)
}
