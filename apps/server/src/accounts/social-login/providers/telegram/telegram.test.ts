import { describe, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../../../../testing/test-hub.ts'
import {
  injectEndpointFault,
  injectIdentityFault,
  issueTokens,
  newFlow,
  signInAt,
} from '../../../testing/sandbox-identity.ts'
import { IdentityNotVerified, ProviderUnavailable, SignInCancelled } from '../provider.ts'
import { createTelegram, type Telegram } from './telegram.ts'

/** @param changes  Without a client secret the bot has only the widget. */
async function startTelegram(
  changes: { clientSecret?: null } = {},
): Promise<{ hub: TestHub; telegram: Telegram }> {
  const hub = await startTestHub({ now: new Date().toISOString() })
  const { config, clock } = hub.context
  if (!config.identity.telegram) throw new Error('Telegram is not configured')
  const spent = new Set<string>()
  const consumeProof = async (key: string) => !spent.has(key) && Boolean(spent.add(key))
  return { hub, telegram: createTelegram({ ...config.identity.telegram, ...changes }, clock, consumeProof) }
}

/** The query parameters that the widget adds to the callback URL. */
async function widgetAnswer(hub: TestHub, persona: string, state: string): Promise<Record<string, string>> {
  const { userData } = await issueTokens(hub, { provider: 'telegram', persona })
  return {
    state,
    ...Object.fromEntries(Object.entries(userData).map(([name, value]) => [name, String(value)])),
  }
}

describe('a bot with a client secret', () => {
  test('returns the same subject as the widget', async () => {
    const { hub, telegram } = await startTelegram()
    const { userData } = await issueTokens(hub, { provider: 'telegram', persona: 'anna' })
    const byOpenId = await signInAt(hub, telegram)
    expect(byOpenId).toEqual({
      method: 'telegram',
      subject: String(userData.id),
      name: 'Anna Petrova',
      email: null,
      label: 'Anna Petrova',
    })
    expect(await telegram.readWidgetData(userData)).toEqual(byOpenId)
  })

  test('accepts a returned nonce, and a numeric audience', async () => {
    const { hub, telegram } = await startTelegram()
    for (const oddity of ['echo-nonce', 'numeric-audience']) {
      await injectIdentityFault(hub, 'telegram', oddity)
      expect(await signInAt(hub, telegram)).toMatchObject({ name: 'Anna Petrova' })
    }
  })

  test('reports cancellation', async () => {
    const { hub, telegram } = await startTelegram()
    await expect(signInAt(hub, telegram, 'deny')).rejects.toThrow(SignInCancelled)
  })

  test('refuses invalid tokens', async () => {
    const { hub, telegram } = await startTelegram()
    const oddities = [
      ['wrong-audience'],
      ['wrong-audience', 'numeric-audience'],
      ['expired'],
      ['bad-signature'],
      ['reused-code'],
      ['echo-nonce', 'wrong-nonce'],
    ]
    for (const faults of oddities) {
      for (const fault of faults) await injectIdentityFault(hub, 'telegram', fault)
      await expect(signInAt(hub, telegram), faults.join()).rejects.toThrow(IdentityNotVerified)
    }
  })

  test('refuses widget data instead of a code', async () => {
    const { hub, telegram } = await startTelegram()
    const flow = newFlow(hub, 'telegram')
    const answer = await widgetAnswer(hub, 'anna', flow.state)
    await expect(telegram.finishSignIn(answer, flow)).rejects.toThrow(IdentityNotVerified)
  })

  test('distinguishes unavailability from an invalid response', async () => {
    const { hub, telegram } = await startTelegram()
    for (const target of ['telegram:token', 'telegram:keys']) {
      await injectEndpointFault(hub, target, 'reset')
      await expect(signInAt(hub, telegram), target).rejects.toThrow(ProviderUnavailable)
    }
  })
})

describe('a bot with the widget only', () => {
  test('uses our widget page and accepts the signed callback once', async () => {
    const { hub, telegram } = await startTelegram({ clientSecret: null })
    const flow = newFlow(hub, 'telegram')
    const page = await telegram.startSignIn(flow, 'ru')
    expect(page.href).toBe(`${hub.url}/passport/telegram/widget?state=${flow.state}&language=ru`)

    const answer = await widgetAnswer(hub, 'oneil', flow.state)
    expect(await telegram.finishSignIn(answer, flow)).toMatchObject({ subject: answer.id })
    await expect(telegram.finishSignIn(answer, flow)).rejects.toThrow(IdentityNotVerified)
    const { state: _, ...userData } = answer
    await expect(telegram.readWidgetData(userData)).rejects.toThrow(IdentityNotVerified)
  })

  test('reports cancellation, and refuses an unsigned id', async () => {
    const { hub, telegram } = await startTelegram({ clientSecret: null })
    const flow = newFlow(hub, 'telegram')
    await expect(telegram.finishSignIn({ error: 'access_denied' }, flow)).rejects.toThrow(SignInCancelled)
    await expect(telegram.finishSignIn({ id: '1', first_name: 'A' }, flow)).rejects.toThrow(
      IdentityNotVerified,
    )
    await expect(telegram.finishSignIn({}, flow)).rejects.toThrow(IdentityNotVerified)
  })
})
