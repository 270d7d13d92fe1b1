import type { InterfaceLanguage } from '@playhub/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../platform/http/api.ts'

/** Client details that login needs. */
export type ClientInfo = {
  language: InterfaceLanguage
  /** The hub session that the login belongs to, or an empty string. */
  session: string
  project: string | undefined
  address: string
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
  return { language, session, project, address: ip, userAgent, isAborted }
}
