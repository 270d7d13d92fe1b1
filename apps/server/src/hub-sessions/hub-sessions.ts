import { randomBytes } from 'node:crypto'
import type { RouteParts } from '@playhub/contract'
import type { Catalogue } from '../catalogue/index.ts'
import { type Clock, DAY_MS, HOUR_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Caller } from '../platform/http/api.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/observability/log.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  deleteOldestSessions,
  findLiveHubSession,
  insertHubSession,
  listHubSessionsByPlayer,
  setPlayer,
} from './hub-session-store.ts'

/** Hub sessions' dependencies on the hub. */
export type Deps = {
  db: Db
  clock: Clock
  log: Log
  jobs: Jobs
  config: HubConfig
  catalogue: Pick<Catalogue, 'project'>
  /** A host's project. */
  getTenant(host: string): string
}

const ttlMs = 30 * DAY_MS
/** Anybody can open sessions, so those without a login do not stay. */
const unusedTtlMs = HOUR_MS
/** A player's older sessions end: the list is part of the data export. */
const maxSessionsPerPlayer = 100
/** The hub's own project id, for players who come without a game. */
const product = 'playhub'

export type HubSessionRequest = RouteParts<'POST /session/get'>['body']

/**
 * Opens a hub session, always a new one, because its id gives access to whoever logs in with it.
 * @param host  The request's; determines the project for callers without one.
 * @throws Refusal PROJECT_NOT_FOUND
 */
export async function openHubSession(
  { db, clock, config, catalogue, getTenant }: Deps,
  request: HubSessionRequest,
  caller: Caller,
  host: string,
): Promise<{ loginUrl: string; session: string }> {
  const project = request.project || caller.project || getTenant(host)
  if (project !== product && !catalogue.project(project)) throw new Refusal('PROJECT_NOT_FOUND')
  const source = request.source || caller.source
  const locale = request.locale || caller.language
  const id = randomBytes(24).toString('base64url')
  const now = clock.now()
  await insertHubSession(db, {
    id,
    project,
    source,
    locale,
    iid: request.iid || null,
    uid: request.uid || null,
    platformId: request.platformId || null,
    playerId: null,
    createdAt: now,
    expiresAt: now + unusedTtlMs,
    attachedAt: null,
  })
  const loginUrl = `${config.http.publicUrl}/session/login/${id}/${source}/${locale}/${project}`
  return { loginUrl, session: id }
}

export type HubLogin = {
  /** The hub session's id. */
  id: string
  playerId: string
  /** The client's project; undefined for clients without one. */
  project: string | undefined
}

/**
 * Records who logged in with a hub session. The first player keeps it: a game identifying its player by the session
 * would take a second one for the first. A session in a link beyond the project's login screen is not attached: its
 * project could order for a player who has never heard of it.
 * @returns  The session id, or an empty string when the session is unknown, expired or another player's.
 */
export async function attachPlayer(
  { db, clock, log }: Deps,
  { id, playerId, project }: HubLogin,
): Promise<string> {
  const now = clock.now()
  const session = await findLiveHubSession(db, id, now)
  if (!session) return ''
  const isForeign = project !== undefined && project !== session.project
  if (isForeign && session.playerId === null) return id
  if (!isForeign && (await setPlayer(db, id, playerId, { now, expiresAt: session.createdAt + ttlMs }))) {
    await deleteOldestSessions(db, playerId, maxSessionsPerPlayer)
    return id
  }
  const { playerId: ownerId } = session
  if (ownerId === playerId) return id
  log.warn({ playerId, ownerId, project: session.project }, 'Hub session of another player refused')
  return ''
}

/**
 * The player who logged in with a hub session in the project.
 * @throws Refusal SESSION_NOT_FOUND, also for another project's session; SESSION_NOT_SIGNED_IN
 */
export async function getSessionPlayerId({ db, clock }: Deps, id: string, project: string): Promise<string> {
  const session = await findLiveHubSession(db, id, clock.now())
  if (session?.project !== project) throw new Refusal('SESSION_NOT_FOUND')
  if (session.playerId === null) throw new Refusal('SESSION_NOT_SIGNED_IN')
  return session.playerId
}

/** Data export rows; without the session ids, which are secrets. */
export async function ownHubSessions(db: Db, playerId: string): Promise<object[]> {
  const sessions = await listHubSessionsByPlayer(db, playerId)
  return sessions.map(({ id: _, playerId: __, ...exported }) => exported)
}
