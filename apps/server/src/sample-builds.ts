import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  activateBuild,
  type BuildRow,
  type Builds,
  clearVersionBy,
  findCurrentBuild,
  listBuildsByProject,
  parseManifest,
  publishFolder,
  sampleAuthor,
  toStorageKey,
} from './builds/index.ts'
import type { Catalogue } from './catalogue/index.ts'
import type { Log } from './platform/observability/log.ts'
import { builtSite, readSample, type SampleFiles, writeSample } from './sample-site.ts'

/** A build of anybody else stays the current one. */
const author = sampleAuthor
const operation = { operator: author, reason: 'A sample game' }

type Hub = {
  builds: Builds
  catalogue: Pick<Catalogue, 'projects' | 'onChange'>
  config: { gamesUrl: string }
  log: Log
}

/** Publishes the sample games, again after each change of the content. */
export async function keepSamplesPublished(hub: Hub): Promise<void> {
  await publishSamples(hub)
  let last = Promise.resolve()
  hub.catalogue.onChange(() => {
    last = last
      .then(() => publishSamples(hub))
      .catch((error) => hub.log.error({ err: error }, 'The sample games were not published'))
  })
}

/**
 * Publishes the sample games as a team publishes its own, when changed since the last time. A project with another URL
 * in its content opens that URL.
 */
export async function publishSamples(
  { builds, catalogue, config }: Omit<Hub, 'log'>,
  site = builtSite,
): Promise<void> {
  for (const { id, game } of catalogue.projects()) {
    const isSample = game.frameUrl === `${config.gamesUrl}/${id}/` && existsSync(join(site, id))
    if (isSample) await publishSample(builds, id, site)
    else await clearVersionBy(builds.db, id, author)
  }
}

/** `npm run dev` shows the samples from their sources. */
export async function withdrawSamples({
  builds,
  catalogue,
}: Pick<Hub, 'builds' | 'catalogue'>): Promise<void> {
  for (const { id } of catalogue.projects()) await clearVersionBy(builds.db, id, author)
}

async function publishSample(builds: Builds, project: string, site: string): Promise<void> {
  const current = await findCurrentBuild(builds.db, project)
  if (current && current.createdBy !== author) return
  const files = readSample(project, site)
  const known = await findSameBuild(builds, project, files)
  if (!known) await publishFiles(builds, project, files)
  else if (known.id !== current?.id) await activateBuild(builds, known, operation)
}

async function publishFiles(builds: Builds, project: string, files: SampleFiles): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'playhub-sample-'))
  try {
    writeSample(files, folder)
    const publication = { project, label: null, createdBy: author, activate: true }
    await publishFolder(builds, folder, publication, operation)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The newest build of these files, if all are still stored. */
async function findSameBuild(
  { db, storage }: Builds,
  project: string,
  files: SampleFiles,
): Promise<BuildRow | undefined> {
  const wanted = new Set([...files].map(([path, content]) => `${path} ${toSha256(content)}`))
  const builds = await listBuildsByProject(db, project)
  const found = builds.find(({ createdBy, state, manifest }) => {
    const entries = [...parseManifest(manifest)].map(([path, { sha256 }]) => `${path} ${sha256}`)
    const isSame = entries.length === wanted.size && entries.every((entry) => wanted.has(entry))
    return createdBy === author && state === 'ready' && isSame
  })
  if (!found) return undefined
  for (const { sha256 } of parseManifest(found.manifest).values())
    if (!(await storage.has(toStorageKey(project, sha256)))) return undefined
  return found
}

const toSha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
