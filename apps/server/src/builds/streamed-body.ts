import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../platform/refusal.ts'

export const zipTypes = ['application/zip', 'application/x-zip-compressed']

/** Leaves bodies of these types a stream, so an upload is never held in memory. */
export function acceptStreams(scope: FastifyInstance, types: readonly string[]): void {
  for (const type of types) scope.addContentTypeParser(type, (_request, payload, done) => done(null, payload))
}

/** @throws Refusal BODY_INVALID */
export function expectStream(body: unknown): Readable {
  if (!(body instanceof Readable)) throw new Refusal('BODY_INVALID')
  return body
}

/** The body's size, if the client states it. */
export function readStatedBytes({ headers }: FastifyRequest): number | undefined {
  const stated = headers['content-length']
  return stated === undefined ? undefined : Number(stated)
}
