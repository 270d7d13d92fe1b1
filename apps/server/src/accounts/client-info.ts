import type { InterfaceLanguage } from '@playhub/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../platform/http/api.ts'

/** Client details for a login. */
export type ClientInfo = {
  language: InterfaceLanguage
  /** The login's hub session, or an empty string. */
  session: string
  project: string | undefined
  ip: string
  userAgent: string
  /** True if the client has closed its connection. */
  isAborted(): boolean
}

const maxUserAgentLength = 256

export function readClientInfo(
  { language, session, project, ip }: Caller,
  request: FastifyRequest,
): ClientInfo {
  const userAgent = request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? ''
  const isAborted = () => request.socket.destroyed
  return { language, session, project, ip, userAgent, isAborted }
}
