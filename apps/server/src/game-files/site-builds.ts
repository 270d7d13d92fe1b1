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

/** A site and its build: the current one, a preview, or a trial. */
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

/** Finds a request's site, and its build. */
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
    return previewSecret !== undefined && preview.isValid(previewSecret, clock.now())
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

  /** Players reach only activated builds; a preview reaches only its own. */
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
