import type { SignedIn } from '@playhub/contract'
import type { FastifyRequest } from 'fastify'
import { logSecurityEvent } from '../../platform/observability/security-log.ts'

export function logSignIn(request: FastifyRequest, { userId, currentAuthType }: SignedIn): void {
  logSecurityEvent(request, 'authn_login_success', { playerId: userId, signInMethod: currentAuthType })
}
