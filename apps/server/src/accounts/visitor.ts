import type { FastifyRequest } from 'fastify'
import type { Caller } from '../platform/api.ts'
import type { Visitor } from './deps.ts'

export function visitorOf({ language, session, project, ip }: Caller, request: FastifyRequest): Visitor {
  const userAgent = request.headers['user-agent']?.slice(0, 256) ?? ''
  return { language, session, project, address: ip, userAgent }
}
