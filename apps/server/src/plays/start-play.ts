import { gameCapabilities, hubCapabilities, localText, type StartedPlay } from '@playhub/contract'
import { portalEvents } from '@playhub/contract/insights/limits'
import { addPortalFragment } from '@playhub/contract/plays/portal-sdks'
import { findCurrentBuild } from '../builds/index.ts'
import type { Project } from '../catalogue/index.ts'
import type { Db } from '../platform/database/database.ts'
import { toBuildUrl, toGameUrl } from '../platform/game-hosting.ts'
import { Refusal } from '../platform/refusal.ts'
import { dayIn } from '../platform/time-zone.ts'
import { listSaves } from '../saves/index.ts'
import { findStartBytes } from './build-starts.ts'
import type { Deps } from './deps.ts'
import type { PlayIds } from './play-ids.ts'

type Wanted = {
  project: string
  language: string
  playerId: string | null
  /** The client may be counted. */
  mayCount: boolean
}

/**
 * Begins a play. It writes nothing: a play is stored with its first report.
 * @throws Refusal PROJECT_NOT_FOUND, GAME_NOT_PUBLISHED
 */
export async function startPlay(deps: Deps, playIds: PlayIds, wanted: Wanted): Promise<StartedPlay> {
  const { project, frameUrl, buildNumber, isOpaque } = await findFrame(deps, wanted.project)
  const { language } = wanted
  const account = wanted.playerId === null ? undefined : await deps.findAccount(wanted.playerId)
  const playerId = account && wanted.playerId ? wanted.playerId : null
  const startedAt = deps.clock.now()
  const playId = playIds.create({ project: project.id, buildNumber, startedAt, playerId })
  return {
    playId,
    frameUrl: addPortalFragment(frameUrl, project.game.compat?.sdk, project.id),
    buildNumber,
    isHosted: buildNumber !== null,
    isOpaque,
    startBytes: buildNumber === null ? null : await findStartBytes(deps.db, project.id, buildNumber),
    startData: {
      v: 1,
      playId,
      project: { id: project.id, name: localText(project.name, language) },
      player: { id: playerId, name: account?.nickName ?? '', isGuest: playerId === null },
      language,
      capabilities: [...(project.game.breaks === 'own-games' ? gameCapabilities : hubCapabilities)],
      launchParams: {},
      serverTime: startedAt,
      saves: playerId === null ? {} : await readSaves(deps.db, playerId, project.id),
      serverKeys: project.game.saves.serverKeys,
      isStorageSaved: project.game.saves.mode === 'auto',
    },
    counting: wanted.mayCount
      ? {
          day: dayIn(deps.catalogue.content().hub.timeZone, startedAt),
          events: [...portalEvents, ...project.game.events],
        }
      : null,
  }
}

async function readSaves(
  db: Db,
  playerId: string,
  project: string,
): Promise<StartedPlay['startData']['saves']> {
  const saves = await listSaves(db, { playerId, project })
  return Object.fromEntries(
    saves.map(({ key, value, version, savedAt }) => [key, { value, version, savedAt }]),
  )
}

type Frame = Pick<StartedPlay, 'frameUrl' | 'buildNumber' | 'isOpaque'> & { project: Project }

/**
 * The current build, else the operator's URL.
 * @throws Refusal PROJECT_NOT_FOUND; GAME_NOT_PUBLISHED when the hub has to serve the game and has no build
 */
export async function findFrame(
  { db, config, catalogue }: Pick<Deps, 'db' | 'config' | 'catalogue'>,
  id: string,
): Promise<Frame> {
  const project = catalogue.project(id)
  if (!project?.game.isActive) throw new Refusal('PROJECT_NOT_FOUND')
  const { game } = project
  const hosting = config.gameHosting
  const build = hosting && (await findCurrentBuild(db, id))
  if (build)
    return {
      project,
      frameUrl: toBuildUrl(hosting, id, build.number),
      buildNumber: build.number,
      isOpaque: hosting.kind === 'one-origin',
    }
  // The file may name the hub's own address for its builds.
  const isHosted = hosting !== null && game.frameUrl === toGameUrl(hosting, id)
  if (isHosted || !game.frameUrl) throw new Refusal('GAME_NOT_PUBLISHED')
  return { project, frameUrl: game.frameUrl, buildNumber: null, isOpaque: false }
}
