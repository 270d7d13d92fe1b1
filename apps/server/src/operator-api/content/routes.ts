import { hubFiles } from '@playhub/contract/operator'
import { readContentState, readHistory, readVersionChanges } from '../../catalogue/operator/content-state.ts'
import { discardDraft, readDraft, readDraftText, saveDraftText } from '../../catalogue/operator/drafts.ts'
import { checkText } from '../../catalogue/operator/patches/check-text.ts'
import {
  leaveDatabase,
  publishDraft,
  restoreVersion,
  takeInFolder,
} from '../../catalogue/operator/publish.ts'
import { type ContentDeps, ownsFile } from '../../catalogue/operator/published-content.ts'
import { declineReview, requestReview, withdrawReview } from '../../catalogue/operator/reviews/reviews.ts'
import { undoPublish } from '../../catalogue/operator/undo-publish.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OperatorApi, OperatorCall, Scope } from '../frame/operator-api.ts'
import { expectProjectInScope } from '../frame/scope.ts'

type Deps = ContentDeps & {
  /** Unpaid orders of these items. */
  countOpenOrders(itemIds: string[]): Promise<number>
}

/** The content: drafts, versions, and where it is read. */
export function registerContentRoutes(api: OperatorApi, deps: Deps): void {
  const { db } = deps

  api.handle('GET /content', async ({ login, scope, can }) => ({
    data: {
      result: await readContentState(deps, {
        operatorId: login.operator.id,
        language: login.operator.language,
        scope,
        canEdit: (project) => can('content.edit', project),
        canPublish: (project) => can('content.publish', project),
      }),
    },
  }))
  api.handle('GET /content/versions', async ({ query, scope }) => {
    const { rows, nextCursor } = await readHistory(db, query, scope)
    return { data: { result: rows, nextCursor, scannedTo: null } }
  })
  api.handle('GET /content/versions/{number}', async ({ params, scope }) => ({
    data: { result: await readVersionChanges(db, params.number, (path) => isSeen(scope, path)) },
  }))
  api.handle('POST /content/versions/{number}/restore', async ({ params, operation }) =>
    toVersion(await restoreVersion(deps, params.number, operation)),
  )
  api.handle('POST /content/import', async ({ operation }) => toVersion(await takeInFolder(deps, operation)))
  api.handle('POST /content/use-folder', async ({ operation }) =>
    toVersion(await leaveDatabase(deps, operation)),
  )
  api.handle('GET /content/drafts/{project}', async (call) => {
    const { operator, published } = call.query
    const choices = new Map((published?.split(',') ?? []).map((id) => [id, 'published'] as const))
    const draft = await readDraft(deps, toOwnerKey(call, operator), choices)
    return { data: { result: { ...draft, canPublish: mayPublish(deps, call) } } }
  })
  api.handle('GET /content/drafts/{project}/files/{path}', async (call) => ({
    data: { result: await readDraftText(deps, toDraftKey(call), call.params.path) },
  }))
  api.handle('PUT /content/drafts/{project}/files/{path}', async (call) => ({
    data: {
      result: await saveDraftText(deps, toDraftKey(call), { path: call.params.path, ...call.body }),
    },
  }))
  api.handle('POST /content/drafts/{project}/files/{path}/patch', async (call) => ({
    data: { result: await checkText(deps, toDraftKey(call), { path: call.params.path, ...call.body }) },
  }))
  api.handle('POST /content/drafts/{project}/discard', async (call) => ({
    data: { result: { files: await discardDraft(deps, toDraftKey(call), call.body.path) } },
  }))
  api.handle('POST /content/drafts/{project}/publish', async (call) => {
    const { operator, sha256: read, choices = [] } = call.body
    const key = toOwnerKey(call, operator)
    if (!mayPublish(deps, call))
      throw new Refusal('OPERATOR_FORBIDDEN', { roles: ['owner'], isHubWide: false })
    const chosen = new Map(choices.map(({ conflict, side }) => [conflict, side]))
    return toVersion(await publishDraft(deps, key, call.operation, call.prove, { read, choices: chosen }))
  })
  api.handle('POST /content/drafts/{project}/undo', async (call) => {
    const key = toOwnerKey(call, call.body.operator)
    if (!mayPublish(deps, call))
      throw new Refusal('OPERATOR_FORBIDDEN', { roles: ['owner'], isHubWide: false })
    return toVersion(await undoPublish(deps, key, call.body.version, call.operation))
  })
  api.handle('POST /content/drafts/{project}/review', async (call) => {
    await requestReview(deps, toDraftKey(call), call.operation)
    return done
  })
  api.handle('POST /content/drafts/{project}/review/withdraw', async (call) => {
    await withdrawReview(deps, toDraftKey(call))
    return done
  })
  api.handle('POST /content/drafts/{project}/review/decline', async (call) => {
    await declineReview(deps, toOwnerKey(call, call.body.operator), call.operation)
    return done
  })
}

/** Owners may publish, and producers where hub.yaml says so. */
export function mayPublish(
  { catalogue }: Pick<ContentDeps, 'catalogue'>,
  {
    params: { project },
    can,
  }: Pick<OperatorCall<'POST /content/drafts/{project}/publish'>, 'params' | 'can'>,
): boolean {
  const { producersPublish } = catalogue.content().hub.console
  return (
    can('content.publish', project) ||
    (producersPublish && project !== hubFiles && can('content.edit', project))
  )
}

const done = { data: { result: true } } as const

const toVersion = (version: number) => ({ data: { result: { version } } })

type KeyCall = Pick<OperatorCall<'GET /content/drafts/{project}'>, 'login' | 'scope' | 'params'>

/** @throws Refusal PROJECT_NOT_FOUND outside the scope */
export function toDraftKey({ login, scope, params: { project } }: KeyCall) {
  return { operatorId: login.operator.id, project: expectProjectInScope(scope, project) }
}

/** @throws Refusal OPERATOR_FORBIDDEN for a draft of another operator, without the right to publish it */
function toOwnerKey(
  call: KeyCall & Pick<OperatorCall<'GET /content/drafts/{project}'>, 'can'>,
  owner: string | undefined,
) {
  const key = toDraftKey(call)
  if (owner === undefined || owner === key.operatorId) return key
  if (!call.can('content.publish', key.project))
    throw new Refusal('OPERATOR_FORBIDDEN', { roles: ['owner'], isHubWide: false })
  return { ...key, operatorId: owner }
}

const isSeen = (scope: Scope, path: string) =>
  scope === '*' || scope.some((project) => ownsFile(project, path))
