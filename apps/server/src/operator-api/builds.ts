import {
  activateBuild,
  type BuildDeps,
  expectStream,
  publishArchiveStream,
  readBuild,
  readBuilds,
  readStatedBytes,
  removeBuild,
  rollBackBuild,
} from '../builds/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { Refusal } from '../platform/refusal.ts'
import { addGameErrors } from '../plays/game-errors.ts'
import type { OperatorApi, Scope } from './frame/operator-api.ts'

type Deps = { builds: BuildDeps; catalogue: Pick<Catalogue, 'project'> }

export function registerBuildRoutes(api: OperatorApi, deps: Deps): void {
  const { builds } = deps

  api.handle('GET /game-servers/{project}/builds', async ({ scope, params }) => {
    const project = expectProject(deps, scope, params.project)
    return { data: { result: await addGameErrors(builds.db, project, await readBuilds(builds, project)) } }
  })
  api.handle('POST /game-servers/{project}/builds/archive', async (call) => {
    const { scope, params, query, operation, request } = call
    const project = expectProject(deps, scope, params.project)
    const { label = null, activate } = query
    const publication = { project, label, createdBy: operation.operator, activate }
    const body = { content: expectStream(request.body), statedBytes: readStatedBytes(request) }
    const build = await publishArchiveStream(builds, body, publication, operation)
    return { data: { result: await readBuild(builds, build) } }
  })
  api.handle('POST /game-servers/{project}/builds/{id}/activate', async ({ scope, params, operation }) => {
    const project = expectProject(deps, scope, params.project)
    const build = await activateBuild(builds, { project, id: params.id }, operation)
    return { data: { result: await readBuild(builds, build) } }
  })
  api.handle('POST /game-servers/{project}/builds/{id}/remove', async ({ scope, params, operation }) => {
    const project = expectProject(deps, scope, params.project)
    await removeBuild(builds, { project, id: params.id }, operation)
    return { data: { result: true as const } }
  })
  api.handle('POST /game-servers/{project}/builds/rollback', async ({ scope, params, operation }) => {
    const project = expectProject(deps, scope, params.project)
    const build = await rollBackBuild(builds, project, operation)
    return { data: { result: await readBuild(builds, build) } }
  })
}

function expectProject({ catalogue }: Deps, scope: Scope, project: string): string {
  const isInScope = scope === '*' || scope.includes(project)
  if (!catalogue.project(project) || !isInScope) throw new Refusal('PROJECT_NOT_FOUND')
  return project
}
