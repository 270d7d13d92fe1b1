import type { FastifyRequest } from 'fastify'
import {
  findCurrentNumber,
  findPreviewSecret,
  isTrialId,
  parsePreviewLabel,
  trialNumber,
} from '../builds/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { GameHosting } from '../platform/game-hosting.ts'
import { type Build, createBuildCache } from './build-cache.ts'
import { findReferringVersion, findSite, type SiteRequest, type Target } from './resolve.ts'

/** Whose files, and of which build: the one that players get, a preview, or one that is only tried. */
export type Site = SiteRequest & { project: string; preview: number | null; isTrial: boolean }

export type SiteBuildsOptions = {
  hosting: GameHosting
  clock: Clock
  /** Undefined while there is no database yet. */
  getDb(): Db | undefined
}

export class DatabaseMissing extends Error {
  override name = 'DatabaseMissing'
}

/** Finds the site that a request names, and the build that it gets. */
export function createSiteBuilds({ hosting, clock, getDb }: SiteBuildsOptions) {
  const requireDb = () => {
    const db = getDb()
    if (!db) throw new DatabaseMissing()
    return db
  }
  const builds = createBuildCache(requireDb)
  let previewSecret: string | undefined

  async function identify({ headers, raw }: FastifyRequest): Promise<Site | undefined> {
    const site = findSite(hosting, headers.host, raw.url ?? '/')
    if (!site) return undefined
    const preview = parsePreviewLabel(site.label)
    if (!preview) return { ...site, project: site.label, preview: null, isTrial: isTrialId(site.label) }
    previewSecret ??= await findPreviewSecret(requireDb())
    return previewSecret !== undefined && preview.isSignedWith(previewSecret)
      ? { ...site, project: preview.project, preview: preview.number, isTrial: false }
      : undefined
  }

  /** Undefined when the project has no build for this request. */
  async function chooseVersion(
    request: FastifyRequest,
    site: Site,
    target: Target,
  ): Promise<number | undefined> {
    if (target.kind === 'versioned') return target.number
    const referring =
      target.kind === 'unversioned' &&
      findReferringVersion(request.headers.referer, request.headers.host, site.base)
    if (referring) return referring
    if (site.preview !== null) return site.preview
    if (site.isTrial) return trialNumber
    return (await findCurrentNumber(requireDb(), site.project))?.number
  }

  /** Players reach no build that was never activated; its preview reaches no other. */
  async function findBuild({ project, preview }: Site, number: number): Promise<Build | undefined> {
    if (preview !== null) return number === preview ? await builds.find(project, number) : undefined
    const build = await builds.find(project, number)
    if (build?.expiresAt != null && build.expiresAt <= clock.now()) return undefined
    if (build?.isActivated !== false) return build
    // A preview may have cached it just before it was activated.
    builds.forget(project, number)
    const reread = await builds.find(project, number)
    return reread?.isActivated ? reread : undefined
  }

  return { identify, chooseVersion, findBuild, forget: builds.forget }
}
