import type { AuthState, SignedIn } from '@playhub/contract'
import { AuthStateId } from '@playhub/contract'
import { eventCodes } from '@playhub/contract/events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiRefusal, ApiUnreachable } from '../../lib/api/api.ts'
import { localStore, storageKeys } from '../../lib/browser/storage.ts'
import { forgetFlow, keepFlow, keptFlow, newFlowId, passportAddress, type SocialFlow } from './flow.ts'
import { createSocialFlow, type FlowStage, type FlowWorld } from './flow-controller.ts'
import { endOf, eventCodeOf, type FlowEnd, isCancelled, toastOf } from './flow-result.ts'
import { POLL_INTERVAL_MS, watchFlow } from './poll-flow.ts'

const player = { jwt: 'token', userId: 'u1' } as SignedIn
const waiting: AuthState = { status: 'waiting', result: null, errorCode: null }
const signedIn: AuthState = { status: 'signed-in', result: player, errorCode: null }
const lost = new ApiRefusal({ code: 'AUTH_STATE_NOT_FOUND', status: 404, title: '' })
const offline = new ApiUnreachable()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  forgetFlow()
})

describe('a flow', () => {
  test('has an id of time and random text that no other flow has', () => {
    const ids = Array.from({ length: 100 }, () => newFlowId(1_900_000_000_000))
    expect(new Set(ids).size).toBe(100)
    for (const id of ids) expect(AuthStateId.safeParse(id).success).toBe(true)
    expect(ids[0]).toMatch(/^o8uixyps-/)
  })

  test('begins at an address that names it and the hub session', () => {
    const url = new URL(passportAddress({ id: 'flow-1', method: 'vk' }, 's1'), 'http://hub')
    expect(url.pathname).toBe('/passport/vk')
    expect(JSON.parse(url.searchParams.get('state') ?? '')).toEqual({
      userAuthDataId: 'flow-1',
      session: 's1',
    })
  })

  test('is kept for this tab until it is forgotten', () => {
    const flow: SocialFlow = { id: 'flow-1', verifier: 'v', method: 'google', purpose: 'link' }
    keepFlow(flow)
    expect(keptFlow()).toEqual(flow)
    forgetFlow()
    expect(keptFlow()).toBeNull()
  })
})

describe('the end of a flow', () => {
  test('is what the server says', () => {
    expect(endOf(waiting)).toBeNull()
    expect(endOf(signedIn)).toEqual({ name: 'signed-in', result: player })
    expect(endOf({ ...waiting, status: 'linked' })).toEqual({ name: 'linked' })
    expect(endOf({ ...waiting, status: 'failed', errorCode: 1006 })).toEqual({
      name: 'failed',
      errorCode: 1006,
    })
  })

  test.each(['user_cancelled_authorize', 'popup_closed_by_user', 'loginCancelled', 'popup_closed', 1002])(
    '%s is a player who changed their mind',
    (code) => expect(isCancelled(code)).toBe(true),
  )

  test('a code that nobody knows is a sign-in that failed', () => {
    expect(eventCodeOf('1016')).toBe(1016)
    expect([31337, 'x', null, undefined].map(eventCodeOf)).toEqual([1001, 1001, 1001, 1001])
  })

  test('has the toast of the specification', () => {
    expect(toastOf(eventCodes.SIGN_IN_UNKNOWN_METHOD)).toBe('MANUAL_REDIRECT_UNKNOWN_AUTH_TYPE')
    expect(toastOf(eventCodes.SIGN_IN_GOOGLE_FAILED)).toBe('MANUAL_REDIRECT_ERROR')
    expect(toastOf(eventCodes.SIGN_IN_STATE_NOT_SET)).toBe('SET_USER_AUTH_STATE_ERROR')
    expect(toastOf(eventCodes.SIGN_IN_STATE_NOT_FOUND)).toBe('SET_USER_AUTH_STATE_ID_NOT_FOUND')
  })
})

type ScriptedResponse = AuthState | Error

/** ScriptedResponses one after another, the last one for ever. */
function script(answers: ScriptedResponse[]) {
  let asked = 0
  const ask = async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)] ?? waiting
    if (answer instanceof Error) throw answer
    return answer
  }
  return { ask, asked: () => asked }
}

function watch(answers: ScriptedResponse[], hasLeft = () => false) {
  const told: (string | FlowEnd)[] = []
  const { ask, asked } = script(answers)
  const stop = watchFlow(ask, hasLeft, {
    end: (end) => told.push(end),
    noAnswer: () => told.push('no answer'),
  })
  return { told, stop, asked }
}

const beats = (count: number) => vi.advanceTimersByTimeAsync(count * POLL_INTERVAL_MS)

describe('waiting for a provider', () => {
  test('the server is asked every two seconds until the flow has ended', async () => {
    const { told, asked } = watch([waiting, waiting, signedIn])
    await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS - 1)
    expect(asked()).toBe(0)
    await beats(10)
    expect(told).toEqual([{ name: 'signed-in', result: player }])
    expect(asked()).toBe(3)
  })

  test('a closed window is asked about twice more: its sign-in may just have been written down', async () => {
    const late = watch([waiting, signedIn], () => true)
    await beats(2)
    expect(late.told).toEqual([{ name: 'signed-in', result: player }])
    const given = watch([waiting], () => true)
    await beats(5)
    expect([given.told, given.asked()]).toEqual([[{ name: 'cancelled' }], 2])
  })

  test('one lost answer is no trouble; being out of reach is told once, and asking goes on', async () => {
    const { told } = watch([offline, waiting, offline, offline, offline, signedIn])
    await beats(3)
    expect(told).toEqual([])
    await beats(2)
    expect(told).toEqual(['no answer'])
    await beats(1)
    expect(told).toEqual(['no answer', { name: 'signed-in', result: player }])
  })

  test('a window that is closed while the hub is out of reach loses no sign-in', async () => {
    const { told } = watch([offline, offline, offline, signedIn], () => true)
    await beats(3)
    expect(told.at(-1)).toEqual({ name: 'signed-in', result: player })
  })

  test('a flow that the server does not know is lost', async () => {
    const { told } = watch([lost])
    await beats(1)
    expect(told).toEqual([{ name: 'failed', errorCode: eventCodes.SIGN_IN_STATE_NOT_FOUND }])
  })

  test('nobody is asked for ever', async () => {
    const { told, asked } = watch([waiting])
    await beats(400)
    expect(asked()).toBe(300)
    expect(told).toEqual([{ name: 'failed', errorCode: eventCodes.SIGN_IN_STATE_EXPIRED }])
  })

  test('a stopped watch asks and tells nothing more', async () => {
    const { told, stop, asked } = watch([waiting])
    await beats(1)
    stop()
    await beats(5)
    expect([told, asked()]).toEqual([[], 1])
  })
})

function start(
  world: Partial<FlowWorld> & { answers?: ScriptedResponse[]; popup?: 'blocked' | 'none' } = {},
) {
  const stages: FlowStage[] = []
  const ends: FlowEnd[] = []
  const left: string[] = []
  const popup = { address: '', closed: false }
  const { ask, asked } = script(world.answers ?? [waiting])
  const control = createSocialFlow(
    {
      purpose: 'sign-in',
      openFlow: async () => 'the-verifier',
      askAbout: ask,
      addressOf: ({ method }) => `/passport/${method}`,
      isFramed: false,
      openPopup: () =>
        world.popup === 'blocked'
          ? null
          : {
              isClosed: () => popup.closed,
              close: () => {
                popup.closed = true
              },
              goTo: (address) => {
                popup.address = address
              },
            },
      leaveFor: (address) => left.push(address),
      ...world,
    },
    { stage: (stage) => stages.push(stage), end: (end) => ends.push(end), noAnswer: () => undefined },
  )
  return { control, stages, ends, left, popup, asked }
}

describe('pressing a button of the chooser', () => {
  test('takes the whole window to the provider, and this tab knows its flow when it is back', async () => {
    const { control, stages, left } = start()
    await control.begin('google')
    expect(left).toEqual(['/passport/google'])
    expect(stages).toEqual([{ name: 'starting', method: 'google' }])
    expect(keptFlow()).toMatchObject({ method: 'google', purpose: 'sign-in', verifier: 'the-verifier' })
    expect(localStore.get(storageKeys.authDataId)).toBe(keptFlow()?.id)
  })

  test('of a framed hub asks in a popup, and waits for it', async () => {
    const { control, stages, ends, popup, left } = start({ isFramed: true, answers: [waiting, signedIn] })
    await control.begin('vk')
    expect([popup.address, left]).toEqual(['/passport/vk', []])
    expect(stages.at(-1)).toEqual({ name: 'waiting', method: 'vk', address: null })
    await beats(2)
    expect(ends).toEqual([{ name: 'signed-in', result: player }])
    expect(stages.at(-1)?.name).toBe('waiting')
    expect(popup.closed).toBe(true)
    expect(keptFlow()).toBeNull()
  })

  test('leaves the player a link where the browser lets no window open', async () => {
    const { control, stages, ends } = start({ isFramed: true, popup: 'blocked', answers: [signedIn] })
    await control.begin('vk')
    expect(stages.at(-1)).toEqual({ name: 'waiting', method: 'vk', address: '/passport/vk' })
    await beats(1)
    expect(ends).toEqual([{ name: 'signed-in', result: player }])
  })

  test('twice begins one flow', async () => {
    const { control, left } = start()
    await Promise.all([control.begin('google'), control.begin('apple')])
    expect(left).toEqual(['/passport/google'])
  })

  test('fails with its own code when the hub opens no flow, and may be pressed again', async () => {
    const openFlow = () => Promise.reject(offline)
    const { control, stages, ends, popup } = start({ isFramed: true, openFlow })
    await control.begin('google')
    expect(ends).toEqual([{ name: 'failed', errorCode: eventCodes.SIGN_IN_STATE_NOT_SET }])
    expect([stages.at(-1), popup.closed]).toEqual([{ name: 'choosing' }, true])
    await control.begin('google')
    expect(ends).toHaveLength(2)
  })

  test('and calling it off closes the popup and asks no more', async () => {
    const { control, stages, ends, popup, asked } = start({ isFramed: true })
    await control.begin('google')
    await beats(1)
    control.cancel()
    await beats(5)
    expect([stages.at(-1), popup.closed, ends, asked()]).toEqual([{ name: 'choosing' }, true, [], 1])
  })

  test('and leaving the screen meanwhile takes nobody to the provider', async () => {
    const { control, left, stages } = start()
    const begun = control.begin('google')
    control.stop()
    await begun
    expect([left, stages.length]).toEqual([[], 1])
  })
})
