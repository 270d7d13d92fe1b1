import type { FastifyRequest } from 'fastify'
import type { Caller } from '../platform/http/api.ts'
import type { ClientInfo } from './deps.ts'

export function clientInfoOf(
  { language, session, project, ip }: Caller,
  request: FastifyRequest,
): ClientInfo {
  const userAgent = request.headers['user-agent']?.slice(0, 256) ?? ''
  return { language, session, project, address: ip, userAgent }
}
