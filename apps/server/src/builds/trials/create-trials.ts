import type { Readable } from 'node:stream'
import type { BuildProblem, Trial, TrialQuery } from '@playhub/contract'
import { addPortalFragment } from '@playhub/contract/plays/portal-sdks'
import PQueue from 'p-queue'
import { HOUR_MS } from '../../platform/clock.ts'
import { type GameHosting, toBuildUrl } from '../../platform/game-hosting.ts'
import { Refusal } from '../../platform/refusal.ts'
import { collectProblems } from '../checks/problems.ts'
import type { Deps } from '../deps.ts'
import { inspectFiles, type NewFile } from '../inspect.ts'
import { formatManifest } from '../manifest.ts'
import { sumBytes } from '../publish/begin-build.ts'
import { expectArchiveSize, receiveArchive, storeArchive } from '../publish/store-archive.ts'
import { toStorageKey } from '../storage/storage.ts'
import { newTrialId, removeTrial, saveTrial, sumTrialBytes, sweepTrials, trialNumber } from './trial-store.ts'

const lifetimeMs = HOUR_MS
/** Step of an upload's claim, so a stalled one holds little. */
const claimBytes = 4 * 1024 * 1024

/** Takes trial builds: checked like a published one, without a project, gone after an hour. */
export function createTrials(deps: Deps) {
  // Trials may use one thread of the machine.
  const checks = new PQueue({ concurrency: 1 })

  return {
    /**
     * @param statedBytes  The archive's size, if the client states it.
     * @param portal  Default: the one whose SDK the build loads.
     * @throws Refusal GAMES_NOT_HOSTED, TRIALS_FULL, BODY_TOO_LARGE, BODY_INVALID, BUILD_REFUSED with all problems
     */
    async receive(
      content: Readable,
      { statedBytes, portal }: { statedBytes: number | undefined; portal: TrialQuery['compat'] },
    ): Promise<Trial> {
      const hosting = expectTrials(deps.config)
      expectArchiveSize(deps, statedBytes)
      await sweepTrials(deps)
      const id = newTrialId()
      try {
        await claimSpace(deps, id, 0, statedBytes)
        const stored = await receiveArchive(
          deps,
          content,
          (archive) => checks.add(() => storeTrial(deps, id, archive)),
          createClaim(deps, id),
        )
        return await finishTrial(deps, hosting, { id, portal, ...stored })
      } catch (error) {
        await removeTrial(deps, id)
        throw error
      }
    },
  }
}

function expectTrials({ gameHosting, builds }: Deps['config']): GameHosting {
  if (gameHosting === null || builds.trialBytes === 0) throw new Refusal('GAMES_NOT_HOSTED')
  return gameHosting
}

/** Claims the space of an archive while it arrives. */
function createClaim(deps: Deps, id: string) {
  let claimedBytes = 0
  return async (sizeBytes: number) => {
    if (sizeBytes <= claimedBytes) return
    claimedBytes = sizeBytes + claimBytes
    await claimSpace(deps, id, sizeBytes)
  }
}

/**
 * Counted after the row is there, so hubs which claim at once refuse rather than both take the last space.
 * @param neededBytes  Refuses at once what will not fit, and claims nothing for it.
 */
async function claimSpace(
  { db, clock, config }: Deps,
  id: string,
  sizeBytes: number,
  neededBytes = 0,
): Promise<void> {
  const expiresAt = clock.now() + lifetimeMs
  await saveTrial(db, { id, manifest: '{}', sizeBytes, expiresAt, compat: null })
  if ((await sumTrialBytes(db)) + neededBytes > config.builds.trialBytes) throw new Refusal('TRIALS_FULL')
}

type Stored = { files: readonly NewFile[]; warnings: readonly BuildProblem[] }

function storeTrial(deps: Deps, id: string, archive: string): Promise<Stored> {
  return storeArchive(deps, archive, async (files) => {
    await claimSpace(deps, id, sumBytes(files))
    return { project: id }
  })
}

async function finishTrial(
  { db, clock, config, storage }: Deps,
  hosting: GameHosting,
  { id, portal, files, warnings }: Stored & { id: string; portal: TrialQuery['compat'] },
): Promise<Trial> {
  const found = collectProblems()
  const open = (sha256: string, end: number) => storage.open(toStorageKey(id, sha256), { start: 0, end })
  const problems = collectProblems()
  const { limits } = config.builds
  const {
    manifest,
    engine,
    portal: detected = null,
  } = await inspectFiles(files, open, { warnings: found, problems, limits })
  if (!problems.isEmpty()) throw new Refusal('BUILD_REFUSED', { problems: problems.list() })
  const sizeBytes = sumBytes(files)
  const expiresAt = clock.now() + lifetimeMs
  const all = [...warnings, ...found.list()].filter(({ code }) => code !== 'PORTAL_SDK' || !portal)
  const compat = portal === 'none' ? null : (portal ?? detected)
  await saveTrial(db, { id, manifest: formatManifest(manifest), sizeBytes, expiresAt, compat })
  return {
    url: addPortalFragment(toBuildUrl(hosting, id, trialNumber), compat ?? undefined, id),
    isOpaque: hosting.kind === 'one-origin',
    files: manifest.size,
    sizeBytes,
    engine,
    compat,
    warnings: all,
    expiresAt,
  }
}
