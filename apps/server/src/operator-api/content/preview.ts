import { readDraftedSite } from '../../catalogue/operator/drafted-site.ts'
import {
  type ContentDeps,
  expectDraftName,
  readEditable,
} from '../../catalogue/operator/published-content.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { DraftLinks } from '../../site/index.ts'
import type { OperatorApi } from '../frame/operator-api.ts'
import { toDraftKey } from './routes.ts'

type Deps = ContentDeps & { draftLinks: Pick<DraftLinks, 'toUrl'> }

export function registerPreviewRoute(api: OperatorApi, deps: Deps): void {
  api.handle('POST /content/drafts/{project}/preview', async (call) => {
    const key = toDraftKey(call)
    expectDraftName(key.project)
    await readEditable(deps)
    if (!(await readDraftedSite(deps, key, (url) => url))) throw new Refusal('CONTENT_INVALID')
    const { path, language, at = null, as } = call.body
    const page = { path, language: deps.catalogue.toLanguage(language), viewer: { at, as } }
    const url = deps.draftLinks.toUrl(page, key, deps.clock.now())
    if (url === undefined) throw new Refusal('ROUTE_NOT_FOUND')
    return { data: { result: { url } } }
  })
}
