import type { TestWebhook } from '@playhub/contract'
import { SECOND_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { bodyOf, isTaken } from '../ledger/webhook.ts'
import { postSigned } from './send-webhook.ts'

const timeoutMs = 10 * SECOND_MS

/**
 * Posts a signed message that means nothing, so that a game team can see whether its server takes our webhooks.
 * @throws Refusal WEBHOOKS_NOT_SET_UP when the project has no address or no secret for them
 */
export async function pingGame(deps: Deps, project: string): Promise<TestWebhook> {
  const hasAddress = Boolean(deps.catalogue.project(project)?.webhookUrl)
  if (!hasAddress || deps.config.webhookSecretsOf(project).length === 0)
    throw new Refusal('WEBHOOKS_NOT_SET_UP')
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
