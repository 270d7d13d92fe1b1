import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Clock, MINUTE_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findAttachment } from './mail-store.ts'

const linkLifetimeMs = 10 * MINUTE_MS

/** Signs paths that open one attachment for some minutes, without a cookie or a token. */
export const createAttachmentLinks = (secret: string, { http }: { http: { publicUrl: string } }) => ({
  toUrl(id: string, now: number): string {
    const expires = String(now + linkLifetimeMs)
    return `${http.publicUrl}/ticket-files/${id}?expires=${expires}&signature=${sign(secret, id, expires)}`
  },
})

export type AttachmentLinks = ReturnType<typeof createAttachmentLinks>

const sign = (secret: string, id: string, expires: string) =>
  createHmac('sha256', secret).update(`attachment ${id}.${expires}`).digest('base64url')

type LinkRoute = { Params: { id: string }; Querystring: { expires?: unknown; signature?: unknown } }

/** Sends attachments as downloads on the players' host, where the console's cookie is not sent. */
export function registerAttachmentRoute(
  app: FastifyInstance,
  { db, clock }: { db: Db; clock: Clock },
  secret: string,
): void {
  app.get<LinkRoute>('/ticket-files/:id', async ({ params: { id }, query }, reply) => {
    if (!isLinkValid(secret, id, query, clock.now())) throw new Refusal('ROUTE_NOT_FOUND')
    const attachment = await findAttachment(db, id)
    if (!attachment) throw new Refusal('ROUTE_NOT_FOUND')
    const { name, type, bytes } = attachment
    const plainName = name.replace(/[^\x20-\x7e]/g, '_')
    return reply
      .headers({
        'content-type': type,
        'content-disposition': `attachment; filename="${plainName}"; filename*=UTF-8''${encodeName(name)}`,
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, no-store',
      })
      .send(Buffer.from(bytes))
  })
}

/** @see https://www.rfc-editor.org/rfc/rfc8187 */
const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)

function isLinkValid(
  secret: string,
  id: string,
  { expires, signature }: LinkRoute['Querystring'],
  now: number,
): boolean {
  if (typeof expires !== 'string' || typeof signature !== 'string' || now >= Number(expires)) return false
  const expected = Buffer.from(sign(secret, id, expires))
  const actual = Buffer.from(signature)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
