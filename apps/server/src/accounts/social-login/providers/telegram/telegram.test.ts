import { describe, expect, test } from 'vitest'
import {
  injectEndpointFault,
  injectIdentityFault,
  issueTokens,
  loginAt,
  newFlow,
} from '../../../../../test/support/accounts/sandbox-identity.ts'
import { startTestHub, type TestHub } from '../../../../../test/support/test-hub.ts'
import { IdentityNotVerified, LoginCancelled, ProviderUnavailable } from '../provider.ts'
import { createTelegram, type Telegram } from './telegram.ts'

/** @param changes  Without a client secret the bot has only the widget. */
async function startTelegram(
  changes: { clientSecret?: null } = {},
): Promise<{ hub: TestHub; telegram: Telegram }> {
  const hub = await startTestHub({ now: new Date().toISOString() })
  const { config, clock } = hub.context
  if (!config.identity.telegram) throw new Error('Telegram is not configured')
  const spent = new Set<string>()
  const consumeAssertion = async (key: string) => !spent.has(key) && Boolean(spent.add(key))
  return {
    hub,
    telegram: createTelegram({ ...config.identity.telegram, ...changes }, clock, consumeAssertion),
  }
}

/** The widget's query parameters on the callback URL. */
async function widgetResponse(hub: TestHub, persona: string, state: string): Promise<Record<string, string>> {
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
    const byOpenId = await loginAt(hub, telegram)
    expect(byOpenId).toEqual({
      method: 'telegram',
      subject: String(userData.id),
      name: 'Anna Petrova',
      email: null,
      label: 'Anna Petrova',
    })
    expect(await telegram.readWidgetData(userData)).toMatchObject(byOpenId)
  })

  test('accepts a returned nonce, and a numeric audience', async () => {
    const { hub, telegram } = await startTelegram()
    for (const oddity of ['echo-nonce', 'numeric-audience']) {
      await injectIdentityFault(hub, 'telegram', oddity)
      expect(await loginAt(hub, telegram)).toMatchObject({ name: 'Anna Petrova' })
    }
  })

  test('reports cancellation', async () => {
    const { hub, telegram } = await startTelegram()
    await expect(loginAt(hub, telegram, 'deny')).rejects.toThrow(LoginCancelled)
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
      await expect(loginAt(hub, telegram), faults.join()).rejects.toThrow(IdentityNotVerified)
    }
  })

  test('refuses widget data instead of a code', async () => {
    const { hub, telegram } = await startTelegram()
    const flow = newFlow(hub, 'telegram')
    const response = await widgetResponse(hub, 'anna', flow.state)
    await expect(telegram.finishLogin(response, flow)).rejects.toThrow(IdentityNotVerified)
  })

  test('distinguishes unavailability from an invalid response', async () => {
    const { hub, telegram } = await startTelegram()
    for (const target of ['telegram:token', 'telegram:keys']) {
      await injectEndpointFault(hub, target, 'reset')
      await expect(loginAt(hub, telegram), target).rejects.toThrow(ProviderUnavailable)
    }
  })
})

describe('a bot with the widget only', () => {
  test('uses our widget page and accepts the signed callback once', async () => {
    const { hub, telegram } = await startTelegram({ clientSecret: null })
    const flow = newFlow(hub, 'telegram')
    const page = await telegram.startLogin(flow, 'ru')
    expect(page.href).toBe(`${hub.url}/passport/telegram/widget?state=${flow.state}&language=ru`)

    const response = await widgetResponse(hub, 'oneil', flow.state)
    expect(await telegram.finishLogin(response, flow)).toMatchObject({ subject: response.id })
    await expect(telegram.finishLogin(response, flow)).rejects.toThrow(IdentityNotVerified)
    const { state: _, ...userData } = response
    await expect(telegram.readWidgetData(userData)).rejects.toThrow(IdentityNotVerified)
  })

  test('reports cancellation, and refuses an unsigned id', async () => {
    const { hub, telegram } = await startTelegram({ clientSecret: null })
    const flow = newFlow(hub, 'telegram')
    await expect(telegram.finishLogin({ error: 'access_denied' }, flow)).rejects.toThrow(LoginCancelled)
    await expect(telegram.finishLogin({ id: '1', first_name: 'A' }, flow)).rejects.toThrow(
      IdentityNotVerified,
    )
    await expect(telegram.finishLogin({}, flow)).rejects.toThrow(IdentityNotVerified)
  })
})
