import type { AuthState, LoggedIn } from '@playhub/contract'
import { AuthStateId } from '@playhub/contract'
import { eventCodes } from '@playhub/contract/events'
import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { localStore, storageKeys } from '../../lib/browser/storage.ts'
import { authorizeUrl, clearFlow, newFlowId, type OAuthFlow, readFlow, saveFlow } from './flow.ts'
import { createFlowController, type FlowDeps, type FlowStage } from './flow-controller.ts'
import { type FlowResult, isCancelled, toEventCode, toFlowResult, toToast } from './flow-result.ts'
import { forgetHeldLogin, holdFlow, holdLogin, readHeldLogin } from './held-login.ts'
import { pollFlow } from './poll-flow.ts'

/** Between polls, by specification §9. */
const intervalMs = 2_000
const player = { jwt: 'token', userId: 'u1' } as LoggedIn
const waiting: AuthState = { status: 'waiting', result: null, errorCode: null }
const loggedIn: AuthState = { status: 'signed-in', result: player, errorCode: null }
const lost = new ApiRefusal({ code: 'AUTH_STATE_NOT_FOUND', status: 404, title: '' })
const banned = new ApiRefusal({ code: 'ACCOUNT_BANNED', status: 403, title: '' })
const offline = new ApiUnreachable()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  clearFlow()
})

describe('a flow', () => {
  test('has a unique id of the time and random text', () => {
    const ids = Array.from({ length: 100 }, () => newFlowId(1_900_000_000_000))
    expect(new Set(ids).size).toBe(100)
    for (const id of ids) expect(AuthStateId.safeParse(id).success).toBe(true)
    expect(ids[0]).toMatch(/^o8uixyps-/)
  })

  test('starts at an address with its id and the hub session', () => {
    const url = new URL(authorizeUrl({ id: 'flow-1', method: 'vk' }, 's1'), 'http://hub')
    expect(url.pathname).toBe('/passport/vk')
    expect(JSON.parse(url.searchParams.get('state') ?? '')).toEqual({
      userAuthDataId: 'flow-1',
      session: 's1',
    })
  })

  test('that waits for a consent takes the place of an earlier login, and the reverse', () => {
    const flow: OAuthFlow = { id: 'flow-1', verifier: 'v', method: 'google', purpose: 'sign-in' }
    holdLogin(player)
    holdFlow(flow)
    expect(readHeldLogin()).toEqual({ flow })
    holdLogin(player)
    expect(readHeldLogin()).toEqual({ login: player })
    forgetHeldLogin()
    expect(readHeldLogin()).toBeNull()
  })

  test('is stored for this tab until it is cleared', () => {
    const flow: OAuthFlow = { id: 'flow-1', verifier: 'v', method: 'google', purpose: 'link' }
    saveFlow(flow)
    expect(readFlow()).toEqual(flow)
    clearFlow()
    expect(readFlow()).toBeNull()
  })
})

describe('the result of a flow', () => {
  test('is derived from the state on the server', () => {
    expect(toFlowResult(waiting)).toBeNull()
    expect(toFlowResult(loggedIn)).toEqual({ name: 'signed-in', result: player })
    for (const name of ['linked', 'consent-required'] as const)
      expect(toFlowResult({ ...waiting, status: name })).toEqual({ name })
    expect(toFlowResult({ ...waiting, status: 'failed', errorCode: 1006 })).toEqual({
      name: 'failed',
      errorCode: 1006,
    })
  })

  test.each(['user_cancelled_authorize', 'popup_closed_by_user', 'loginCancelled', 'popup_closed', 1002])(
    '%s is a cancellation',
    (code) => expect(isCancelled(code)).toBe(true),
  )

  test('is a failed login when the code is unknown', () => {
    expect(toEventCode('1016')).toBe(1016)
    expect([31337, 'x', null, undefined].map(toEventCode)).toEqual([1001, 1001, 1001, 1001])
  })

  test('has a toast of the specification', () => {
    expect(toToast(eventCodes.SIGN_IN_UNKNOWN_METHOD)).toBe('MANUAL_REDIRECT_UNKNOWN_AUTH_TYPE')
    expect(toToast(eventCodes.SIGN_IN_GOOGLE_FAILED)).toBe('MANUAL_REDIRECT_ERROR')
    expect(toToast(eventCodes.SIGN_IN_STATE_NOT_SET)).toBe('SET_USER_AUTH_STATE_ERROR')
    expect(toToast(eventCodes.SIGN_IN_STATE_NOT_FOUND)).toBe('SET_USER_AUTH_STATE_ID_NOT_FOUND')
  })
})

type ScriptedResponse = AuthState | Error

/** Returns the responses one after another, then repeats the last one. */
function script(responses: ScriptedResponse[]) {
  let polls = 0
  const fetchState = async () => {
    const response = responses[Math.min(polls++, responses.length - 1)] ?? waiting
    if (response instanceof Error) throw response
    return response
  }
  return { fetchState, polls: () => polls }
}

function poll(responses: ScriptedResponse[], hasReturned = false) {
  const reported: (string | FlowResult)[] = []
  const { fetchState, polls } = script(responses)
  const stop = pollFlow(fetchState, hasReturned, {
    result: (result) => reported.push(result),
    unreachable: () => reported.push('unreachable'),
  })
  return { reported, stop, polls }
}

const waitIntervals = (count: number) => vi.advanceTimersByTimeAsync(count * intervalMs)

describe('polling a flow', () => {
  test('polls every two seconds until there is a result', async () => {
    const { reported, polls } = poll([waiting, waiting, loggedIn])
    await vi.advanceTimersByTimeAsync(intervalMs - 1)
    expect(polls()).toBe(0)
    await waitIntervals(10)
    expect(reported).toEqual([{ name: 'signed-in', result: player }])
    expect(polls()).toBe(3)
  })

  test('polls twice after the tab has returned: the server may still be storing the login', async () => {
    const late = poll([waiting, loggedIn], true)
    await waitIntervals(2)
    expect(late.reported).toEqual([{ name: 'signed-in', result: player }])
    const abandoned = poll([waiting], true)
    await waitIntervals(5)
    expect([abandoned.reported, abandoned.polls()]).toEqual([[{ name: 'cancelled' }], 2])
  })

  test('reports an outage once, after two failed polls, and goes on polling', async () => {
    const { reported } = poll([offline, waiting, offline, offline, offline, loggedIn])
    await waitIntervals(3)
    expect(reported).toEqual([])
    await waitIntervals(2)
    expect(reported).toEqual(['unreachable'])
    await waitIntervals(1)
    expect(reported).toEqual(['unreachable', { name: 'signed-in', result: player }])
  })

  test('loses no login when the tab returns during an outage', async () => {
    const { reported } = poll([offline, offline, offline, loggedIn], true)
    await waitIntervals(3)
    expect(reported.at(-1)).toEqual({ name: 'signed-in', result: player })
  })

  test('fails when the player is banned', async () => {
    const { reported } = poll([banned])
    await waitIntervals(1)
    expect(reported).toEqual([{ name: 'failed', errorCode: 1017 }])
  })

  test('fails when the server does not know the flow', async () => {
    const { reported } = poll([lost])
    await waitIntervals(1)
    expect(reported).toEqual([{ name: 'failed', errorCode: eventCodes.SIGN_IN_STATE_NOT_FOUND }])
  })

  test('gives up when the flow has expired', async () => {
    const { reported, polls } = poll([waiting])
    await waitIntervals(400)
    expect(polls()).toBe(300)
    expect(reported).toEqual([{ name: 'failed', errorCode: eventCodes.SIGN_IN_STATE_EXPIRED }])
  })

  test('stops without a result', async () => {
    const { reported, stop, polls } = poll([waiting])
    await waitIntervals(1)
    stop()
    await waitIntervals(5)
    expect([reported, polls()]).toEqual([[], 1])
  })
})

function start(
  options: Partial<FlowDeps> & { responses?: ScriptedResponse[]; isPopupBlocked?: boolean } = {},
) {
  const stages: FlowStage[] = []
  const results: FlowResult[] = []
  const redirects: string[] = []
  const popup = { url: '', closed: false }
  const { fetchState, polls } = script(options.responses ?? [waiting])
  const controller = createFlowController(
    {
      purpose: 'sign-in',
      createFlow: async () => 'the-verifier',
      fetchState,
      toAuthorizeUrl: ({ method }) => `/passport/${method}`,
      isFramed: false,
      openPopup: () =>
        options.isPopupBlocked
          ? null
          : {
              isClosed: () => popup.closed,
              close: () => {
                popup.closed = true
              },
              goTo: (url) => {
                popup.url = url
              },
            },
      redirect: (url) => redirects.push(url),
      ...options,
    },
    {
      stage: (stage) => stages.push(stage),
      result: (result) => results.push(result),
      unreachable: () => undefined,
    },
  )
  return { controller, stages, results, redirects, popup, polls }
}

describe('starting a flow', () => {
  test('redirects the window to the provider and stores the flow for the callback', async () => {
    const { controller, stages, redirects } = start()
    await controller.begin('google')
    expect(redirects).toEqual(['/passport/google'])
    expect(stages).toEqual([{ name: 'starting', method: 'google' }])
    expect(readFlow()).toMatchObject({ method: 'google', purpose: 'sign-in', verifier: 'the-verifier' })
    expect(localStore.get(storageKeys.authDataId)).toBe(readFlow()?.id)
  })

  test('opens a popup when the hub is framed, and polls for the result', async () => {
    const { controller, stages, results, popup, redirects } = start({
      isFramed: true,
      responses: [waiting, loggedIn],
    })
    await controller.begin('vk')
    expect([popup.url, redirects]).toEqual(['/passport/vk', []])
    expect(stages.at(-1)).toEqual({ name: 'waiting', method: 'vk', url: null, isPopupGone: false })
    await waitIntervals(2)
    expect(results).toEqual([{ name: 'signed-in', result: player }])
    expect(stages.at(-1)?.name).toBe('waiting')
    expect(popup.closed).toBe(true)
    expect(readFlow()).toBeNull()
  })

  test('goes on for ten minutes in a popup that looks closed, and says so', async () => {
    const { controller, stages, results, popup, polls } = start({ isFramed: true })
    await controller.begin('vk')
    popup.closed = true
    await waitIntervals(1)
    expect(stages.at(-1)).toMatchObject({ name: 'waiting', isPopupGone: true })
    await waitIntervals(298)
    expect([results, polls()]).toEqual([[], 299])
    await waitIntervals(1)
    expect(results).toEqual([{ name: 'failed', errorCode: eventCodes.SIGN_IN_STATE_EXPIRED }])
  })

  test('takes the result of a popup that looked closed', async () => {
    const { controller, results, popup } = start({
      isFramed: true,
      responses: [...Array(20).fill(waiting), loggedIn],
    })
    await controller.begin('vk')
    popup.closed = true
    await waitIntervals(21)
    expect(results).toEqual([{ name: 'signed-in', result: player }])
  })

  test('does not say so when the popup closes because it has finished', async () => {
    const { controller, stages, results, popup } = start({ isFramed: true, responses: [loggedIn] })
    await controller.begin('vk')
    popup.closed = true
    await waitIntervals(1)
    expect(results).toHaveLength(1)
    expect(stages.some((stage) => stage.name === 'waiting' && stage.isPopupGone)).toBe(false)
  })

  test('starts again in a new popup, while the old one is only waited for until then', async () => {
    const { controller, stages, popup, polls } = start({ isFramed: true })
    await controller.begin('vk')
    popup.closed = true
    await waitIntervals(1)
    popup.closed = false
    const retried = controller.retry('vk')
    popup.closed = false
    await retried
    expect(stages.at(-1)).toMatchObject({ name: 'waiting', isPopupGone: false })
    await waitIntervals(1)
    expect(polls()).toBe(2)
  })

  test('offers a link when the browser blocks the popup', async () => {
    const { controller, stages, results } = start({
      isFramed: true,
      isPopupBlocked: true,
      responses: [loggedIn],
    })
    await controller.begin('vk')
    expect(stages.at(-1)).toEqual({
      name: 'waiting',
      method: 'vk',
      url: '/passport/vk',
      isPopupGone: false,
    })
    await waitIntervals(1)
    expect(results).toEqual([{ name: 'signed-in', result: player }])
  })

  test('twice starts one flow', async () => {
    const { controller, redirects } = start()
    await Promise.all([controller.begin('google'), controller.begin('apple')])
    expect(redirects).toEqual(['/passport/google'])
  })

  test('fails with its own code when the server creates no flow, and may be repeated', async () => {
    const createFlow = () => Promise.reject(offline)
    const { controller, stages, results, popup } = start({ isFramed: true, createFlow })
    await controller.begin('google')
    expect(results).toEqual([{ name: 'failed', errorCode: eventCodes.SIGN_IN_STATE_NOT_SET }])
    expect([stages.at(-1), popup.closed]).toEqual([{ name: 'choosing' }, true])
    await controller.begin('google')
    expect(results).toHaveLength(2)
  })

  test('and cancelling it closes the popup and stops polling', async () => {
    const { controller, stages, results, popup, polls } = start({ isFramed: true })
    await controller.begin('google')
    await waitIntervals(1)
    controller.cancel()
    await waitIntervals(5)
    expect([stages.at(-1), popup.closed, results, polls()]).toEqual([{ name: 'choosing' }, true, [], 1])
  })

  test('and leaving the screen meanwhile prevents the redirect', async () => {
    const { controller, redirects, stages } = start()
    const started = controller.begin('google')
    controller.stop()
    await started
    expect([redirects, stages.length]).toEqual([[], 1])
  })
})
