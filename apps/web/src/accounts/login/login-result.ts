import type { LoggedIn, ProjectConfig } from '@playhub/contract'
import type { EventCode, ResultEnvelope } from '@playhub/contract/events'
import { call } from '../../lib/api/api.ts'
import { navigate } from '../../lib/browser/navigation.ts'
import { readHubContext } from '../../lib/context/hub-context.ts'
import { type Receiver, UnknownAuthType } from '../../lib/embedding/receiver.ts'
import { deliverResult } from '../../lib/embedding/result-delivery.ts'
import { showErrorToast } from '../../lib/feedback/load.ts'

/** Specification §3. */
type UserAuthData = Omit<LoggedIn, 'currentAuthType'> & {
  currentAuthType: LoggedIn['currentAuthType'] | 'guest'
}

/** @returns whether the player was handed over; false if they stay in the hub. */
export async function deliverLogin(player: LoggedIn): Promise<boolean> {
  const receiver = await deliver(async (receiver, project) => {
    const jwt = receiver === 'app' ? player.jwt : await gameToken(project)
    return success({ ...player, jwt })
  })
  return handOver(receiver)
}

export async function deliverGuest(): Promise<boolean> {
  const { session } = readHubContext()
  return handOver(
    await deliver(() => success({ currentAuthType: 'guest', nickName: '', userId: '', jwt: '', session })),
  )
}

/** @returns whether the player has left with the result. After a message to a host window they may try another method. */
export async function deliverFailure(errorCode: EventCode): Promise<boolean> {
  const receiver = await deliver(() => ({ data: null, type: 'login', isError: true, errorCode }))
  return receiver === 'app' || receiver === 'site'
}

/** A frame waits until its host removes it; a popup closes. */
function handOver(receiver: Receiver | null): boolean {
  if (receiver === 'window') {
    navigate('/loader', { replace: true })
    window.close()
  }
  return receiver !== null
}

/** A game gets its own token instead of the login token, which only the hub and its app may have. */
async function gameToken(project: ProjectConfig | undefined): Promise<string> {
  if (!project) return ''
  return (await call('POST /play/token', { body: { project: project.id } })).data.result.token
}

function success(data: UserAuthData): ResultEnvelope {
  const { currentAuthType, nickName, userId, jwt, session } = data
  return {
    data: { currentAuthType, nickName, userId, jwt, session },
    type: 'login',
    isError: false,
    errorCode: null,
  }
}

async function deliver(envelopeFor: Parameters<typeof deliverResult>[1]): Promise<Receiver | null> {
  try {
    return await deliverResult('/session/loginDone', envelopeFor)
  } catch (error) {
    const isUnknown = error instanceof UnknownAuthType
    showErrorToast(isUnknown ? 'MANUAL_REDIRECT_UNKNOWN_AUTH_TYPE' : 'MANUAL_REDIRECT_ERROR')
    return null
  }
}
