import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../refusal.ts'

/** Anyone may send so much; a body of this size takes a few milliseconds. */
export const publicBodyBytes = 64 * 1024
/** Limit for clients authenticated before their body is read. */
export const authenticatedBodyBytes = 256 * 1024

const maxDepth = 32
/** Average size of a value below which a body of the largest size is refused. Checking a value costs more than its text. */
const minBytesPerValue = 32

/** Parses JSON bodies of a reasonable structure. */
export function acceptJson(scope: FastifyInstance, { isEmptyAllowed = false } = {}): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isEmptyAllowed && body === '') return done(null, undefined)
    const { bodyLimit = publicBodyBytes } = request.routeOptions
    if (!isReasonable(body, bodyLimit / minBytesPerValue)) return done(new Refusal('BODY_INVALID'))
    return parse(request, body, done)
  })
}

/** Scans JSON text for its nesting and number of values, in a fraction of the parsing time. */
export function isReasonable(text: string, maxValues: number): boolean {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = findStringEnd(text, at)
        break
      case '[':
      case '{':
        if (++depth > maxDepth || ++values > maxValues) return false
        break
      case ',':
        if (++values > maxValues) return false
        break
      case ']':
      case '}':
        depth--
    }
  }
  return true
}

function findStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at]
    if (character === '"') return at
    if (character === '\\') at++
  }
  return text.length
}
