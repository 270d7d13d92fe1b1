import { inspectFrame } from '../developers/index.ts'
import type { Deps } from './deps.ts'
import { findFrame } from './start-play.ts'

/** Players who open a game together share a check. */
const KEPT_MS = 1_000

type Check = { at: number; status: Promise<number | null> }

/**
 * Returns the HTTP status of a game's page, hidden from the page around it by its origin. Only the operator's URLs are
 * requested.
 */
export function createFrameStatus(deps: Pick<Deps, 'db' | 'config' | 'catalogue' | 'clock'>) {
  const checks = new Map<string, Check>()
  const { publicUrl } = deps.config.http

  const check = async (frameUrl: string, userAgent: string | undefined) => {
    const options = { hubOrigin: new URL(publicUrl).origin, allowPrivate: deps.config.mode === 'sandbox' }
    return (await inspectFrame(frameUrl, { ...options, userAgent })).status
  }

  /**
   * @returns null for a build, whose status the page can read, and when the game's server does not respond to the hub
   * @throws Refusal PROJECT_NOT_FOUND, GAME_NOT_PUBLISHED
   */
  return async (projectId: string, userAgent: string | undefined): Promise<number | null> => {
    const { frameUrl, buildNumber } = await findFrame(deps, projectId)
    if (buildNumber !== null) return null
    const now = deps.clock.now()
    const known = checks.get(projectId)
    if (known && now - known.at < KEPT_MS) return known.status
    const status = check(frameUrl, userAgent)
    checks.set(projectId, { at: now, status })
    return status
  }
}
