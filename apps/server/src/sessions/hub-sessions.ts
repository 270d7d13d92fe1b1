import { randomBytes } from 'node:crypto'
import type { RouteParts } from '@playhub/contract'
import { DAY_MS } from '../platform/clock.ts'
import type { Caller } from '../platform/http/api.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'
import { findLiveHubSession, insertHubSession, listHubSessionsOf, setPlayer } from './hub-session-store.ts'

const lifeMs = 30 * DAY_MS
/** The hub itself, where players come without a game. */
const product = 'playhub'

export type HubSessionRequest = RouteParts<'POST /session/get'>['body']

/**
 * Opens a hub session, a new one each time: whoever holds one could see what comes of it.
 * @param host  That the caller asked, for callers that name no project.
 * @throws Refusal PROJECT_NOT_FOUND
 */
export async function openHubSession(
  { db, clock, config, catalogue, tenantOf }: Deps,
  request: HubSessionRequest,
  caller: Caller,
  host: string,
): Promise<{ loginUrl: string; session: string }> {
  const project = request.project || caller.project || tenantOf(host)
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
    expiresAt: now + lifeMs,
    attachedAt: null,
  })
  const loginUrl = `${config.http.publicUrl}/session/login/${id}/${source}/${locale}/${project}`
  return { loginUrl, session: id }
}

/**
 * Writes down who has signed in with a hub session. The newest sign-in wins: players share devices.
 * @returns its id, or an empty string when it is unknown or has run out
 */
export async function attachPlayer({ db, clock, log }: Deps, id: string, playerId: string): Promise<string> {
  const now = clock.now()
  const session = await findLiveHubSession(db, id, now)
  if (!session) return ''
  if (session.playerId !== null && session.playerId !== playerId) {
    const { project, playerId: before } = session
    log.info({ playerId, before, project }, 'A hub session has another player now')
  }
  await setPlayer(db, id, playerId, now)
  return id
}

/**
 * Who signed in last with a hub session that a project has opened.
 * @throws Refusal SESSION_NOT_FOUND, also for a session of another project; SESSION_NOT_SIGNED_IN
 */
export async function playerOfSession({ db, clock }: Deps, id: string, project: string): Promise<string> {
  const session = await findLiveHubSession(db, id, clock.now())
  if (session?.project !== project) throw new Refusal('SESSION_NOT_FOUND')
  if (session.playerId === null) throw new Refusal('SESSION_NOT_SIGNED_IN')
  return session.playerId
}

/** The player's own copy; without the ids, which are worth something to others. */
export async function ownHubSessions({ db }: Deps, playerId: string): Promise<object[]> {
  const sessions = await listHubSessionsOf(db, playerId)
  return sessions.map(({ id: _, playerId: __, ...told }) => told)
}
