import type { TestNotice } from '@playhub/contract'
import { SECOND_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { bodyOf, isTaken } from './notice.ts'
import { postSigned } from './notice-message.ts'

const timeoutMs = 10 * SECOND_MS

/**
 * Posts a signed message that means nothing, so that a game team can see whether its server takes our notices.
 * @throws Refusal NOTICES_NOT_SET_UP when the project has no address or no secret for them
 */
export async function pingGame(deps: Deps, project: string): Promise<TestNotice> {
  const hasAddress = Boolean(deps.catalogue.project(project)?.noticeUrl)
  if (!hasAddress || deps.config.noticeSecretsOf(project).length === 0)
    throw new Refusal('NOTICES_NOT_SET_UP')
  const id = newId()
  const body = bodyOf({ type: 'ping', timestamp: deps.clock.now(), data: { project } })
  try {
    const answer = await postSigned(deps, project, { id, body, timeoutMs })
    const { status } = answer
    const reason = isTaken(answer) ? null : `The game server answered ${status}`
    return { id, isTaken: isTaken(answer), status, reason }
  } catch (error) {
    return { id, isTaken: false, status: null, reason: (error as Error).message }
  }
}
