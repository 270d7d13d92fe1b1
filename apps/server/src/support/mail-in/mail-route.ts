import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { createRequestCounter, type RequestLimits } from '../../platform/limits/request-limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { maxMailBytes } from './poll-mailbox.ts'
import type { MailOutcome, ReceiveMail } from './receive-mail.ts'
import { type HoldBytes, limitUnverifiedBodies } from './unverified-bodies.ts'

const mailPath = '/webhooks/mail'
/** Per IP. A signed mail does not count. */
const refusedPerMinute = 30
const maxAgeMs = 5 * MINUTE_MS
const unverifiedBodies = { networkBytes: 2 * maxMailBytes, totalBytes: 4 * maxMailBytes }

/**
 * Takes mail that a mail service posts as it is (`message/rfc822`), signed as the hub signs its webhooks.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function registerMailRoute(
  app: FastifyInstance,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { receiveMail, requestLimits }: { receiveMail: ReceiveMail; requestLimits: RequestLimits },
): void {
  const { webhookSecrets } = config.supportMail
  if (webhookSecrets.length === 0) return
  app.register(async (scope) => {
    const countRefused = await createRequestCounter(scope, requestLimits('refused mail', refusedPerMinute))
    const holdBytes = limitUnverifiedBodies(unverifiedBodies)
    scope.removeAllContentTypeParsers()
    // Before the body is read.
    scope.addHook('onRequest', (request) => countRefused(request, { increment: false }))
    scope.addContentTypeParser(
      'message/rfc822',
      async (request: FastifyRequest, payload: IncomingMessage) => {
        try {
          return await readSigned(request, payload, { secrets: webhookSecrets, now: clock.now(), holdBytes })
        } catch (error) {
          // A body that its sender ends early counts, too.
          await countRefused(request)
          throw error
        }
      },
    )
    scope.post<{ Body: Buffer | undefined }>(
      mailPath,
      async ({ body }): Promise<{ outcome: MailOutcome }> => {
        if (!body) throw new Refusal('BODY_INVALID')
        return { outcome: await receiveMail({ raw: body, isCut: false }) }
      },
    )
  })
}

/**
 * Reads the body and its HMAC piece by piece, which holds nothing else up.
 * @throws Refusal BODY_INVALID without a genuine signature of the last five minutes, BODY_TOO_LARGE, and those of
 *         `holdBytes`
 */
async function readSigned(
  request: FastifyRequest,
  payload: AsyncIterable<Buffer>,
  { secrets, now, holdBytes }: { secrets: string[]; now: number; holdBytes: HoldBytes },
): Promise<Buffer> {
  const { headers } = request
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
  const isRecent = Math.abs(now - Number(timestamp) * SECOND_MS) <= maxAgeMs
  if (typeof id !== 'string' || typeof signature !== 'string' || !isRecent) throw new Refusal('BODY_INVALID')
  const statedBytes = Number(headers['content-length'] ?? maxMailBytes)
  if (statedBytes > maxMailBytes) throw new Refusal('BODY_TOO_LARGE')
  const hmacs = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).update(`${id}.${timestamp}.`),
  )
  const unverified = holdBytes(request, statedBytes)
  try {
    const body = await readBody(payload, hmacs)
    if (body.length === 0 || !isGenuine(hmacs, signature)) throw new Refusal('BODY_INVALID')
    return Buffer.concat(body)
  } finally {
    unverified.release()
  }
}

async function readBody(payload: AsyncIterable<Buffer>, hmacs: Hmac[]): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of payload) {
    bytes += chunk.length
    if (bytes > maxMailBytes) throw new Refusal('BODY_TOO_LARGE')
    for (const hmac of hmacs) hmac.update(chunk)
    chunks.push(chunk)
  }
  return chunks
}

function isGenuine(hmacs: Hmac[], signatures: string): boolean {
  const expected = hmacs.map((hmac) => Buffer.from(hmac.digest('base64')))
  const given = signatures.split(' ').filter((each) => each.startsWith('v1,'))
  return given.some((each) => {
    const actual = Buffer.from(each.slice('v1,'.length))
    return expected.some((one) => one.length === actual.length && timingSafeEqual(one, actual))
  })
}
