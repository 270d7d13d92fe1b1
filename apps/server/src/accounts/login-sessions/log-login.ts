import type { LoggedIn } from '@playhub/contract'
import type { FastifyRequest } from 'fastify'
import { logSecurityEvent } from '../../platform/observability/security-log.ts'

export function logLogin(request: FastifyRequest, { userId, currentAuthType }: LoggedIn): void {
  logSecurityEvent(request, 'authn_login_success', { playerId: userId, loginMethod: currentAuthType })
}
