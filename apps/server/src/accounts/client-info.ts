import type { InterfaceLanguage } from '@playhub/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../platform/http/api.ts'

/** The client that makes a request, as sign-in needs it. */
export type ClientInfo = {
  language: InterfaceLanguage
  /** The hub session that the sign-in belongs to, or an empty string. */
  session: string
  project: string | undefined
  /** The IP address. */
  address: string
  userAgent: string
  /** Whether the client has closed its connection and reads no response. */
  hasLeft(): boolean
}

const maxUserAgentLength = 256

export function clientInfoOf(
  { language, session, project, ip }: Caller,
  request: FastifyRequest,
): ClientInfo {
  const userAgent = request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? ''
  const hasLeft = () => request.socket.destroyed
  return { language, session, project, address: ip, userAgent, hasLeft }
}
