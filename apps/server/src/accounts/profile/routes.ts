import type { Api } from '../../platform/http/api.ts'
import { logSecurityEvent } from '../../platform/observability/security-log.ts'
import { Refusal } from '../../platform/refusal.ts'
import { stopPendingUndo } from '../account-changes/pending-undo.ts'
import { listRecentChanges } from '../account-changes/recent-changes.ts'
import type { AllDeps } from '../all-deps.ts'
import { readClientInfo } from '../client-info.ts'
import { ownLoginSessions } from '../login-sessions/login-session.ts'
import { streamPersonalData } from './data-export.ts'
import { cancelDeletion, requestDeletion } from './deletion.ts'
import { createExportLimits } from './export-limits.ts'
import { ownIdentities, unlinkIdentity } from './identities.ts'
import { changePassword } from './password.ts'
import { readMe, renamePlayer } from './profile.ts'
import { undoAccountChange } from './undo-change.ts'

const done = { data: { result: true as const } }

/** A player's own account: what they can see and change. */
export function registerProfileRoutes(api: Api, deps: AllDeps): void {
  registerIdentityRoutes(api, deps)
  registerChangeRoutes(api, deps)
  registerLoginSessionRoutes(api, deps)
  registerPersonalDataRoutes(api, deps)
}

function registerIdentityRoutes(api: Api, deps: AllDeps): void {
  const { db } = deps
  api.handle('GET /me', async ({ actor }) => ({ data: { result: await readMe(db, actor) } }))
  api.handle('POST /me/names', async ({ actor, body }) => ({
    data: { result: await renamePlayer(db, actor, body) },
  }))
  api.handle(
    'POST /me/password',
    async ({ actor, body, caller, request }) => {
      await changePassword(deps, actor, body, readClientInfo(caller, request))
      return done
    },
    { securityEvent: 'authn_password_change' },
  )
  api.handle('GET /me/identities', async ({ actor }) => ({
    data: { result: await ownIdentities(db, actor.playerId) },
  }))
  api.handle(
    'POST /me/identities/unlink',
    async ({ actor, body, caller }) => ({
      data: { result: await unlinkIdentity(deps, actor, body.provider, caller.language) },
    }),
    { securityEvent: 'authn_identities_change' },
  )
}

function registerChangeRoutes(api: Api, deps: AllDeps): void {
  api.handle('POST /auth/undo-account-change', async ({ body, request }) => {
    const { playerId, effectiveAt } = await undoAccountChange(deps, body.token)
    logSecurityEvent(request, 'authn_identities_change', { playerId })
    return { ...done, effectiveAt }
  })
  api.handle('GET /me/account-changes', async ({ actor }) => ({
    data: { result: await listRecentChanges(deps.db, actor.playerId) },
  }))
  api.handle(
    'POST /me/pending-undo/stop',
    async ({ actor }) => {
      await stopPendingUndo(deps, actor)
      return done
    },
    { securityEvent: 'authn_identities_change' },
  )
}

function registerLoginSessionRoutes(api: Api, deps: AllDeps): void {
  const { db, authentication } = deps
  api.handle('GET /me/login-sessions', async ({ actor }) => ({
    data: { result: await ownLoginSessions(deps, actor) },
  }))
  api.handle(
    'POST /me/login-sessions/{id}/revoke',
    async ({ actor, params }) => {
      const isRevoked = await authentication.revoke({ ...actor, loginSessionId: params.id })
      if (!isRevoked) throw new Refusal('LOGIN_SESSION_NOT_FOUND')
      return done
    },
    { securityEvent: 'authn_token_revoked' },
  )
  api.handle(
    'POST /me/login-sessions/revoke-all',
    async ({ actor }) => {
      await authentication.revokeAll(db, actor.playerId)
      return done
    },
    { securityEvent: 'authn_token_revoked' },
  )
}

function registerPersonalDataRoutes(api: Api, deps: AllDeps): void {
  const exportLimits = createExportLimits(deps)
  api.handle(
    'GET /me/export',
    async ({ actor, reply }) => {
      const end = await exportLimits.begin(actor.playerId)
      const stream = await streamPersonalData(deps, actor).catch((error) => {
        end()
        throw error
      })
      stream.once('close', end)
      reply
        .header('content-disposition', 'attachment; filename="playhub-data.json"')
        .type('application/json; charset=utf-8')
      // Fastify sends a stream as it is.
      return stream as never
    },
    { securityEvent: 'sensitive_read' },
  )
  api.handle(
    'POST /me/deletion',
    async ({ actor, caller }) => ({
      data: { result: await requestDeletion(deps, actor, caller.language) },
    }),
    { securityEvent: 'user_deletion_requested' },
  )
  api.handle(
    'POST /me/deletion/undo',
    async ({ actor }) => ({
      data: { result: await cancelDeletion(deps, actor) },
    }),
    { securityEvent: 'user_deletion_cancelled' },
  )
}
