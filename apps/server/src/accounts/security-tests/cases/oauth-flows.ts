import type { TestHub } from '../../../testing/test-hub.ts'
import {
  answerProvider,
  type Browser,
  eventCodeIn,
  type Flow,
  openBrowser,
  startAddress,
  stateOf,
} from '../../oauth/testing/browser.ts'
import { approveAs, misbehave, type ProviderName } from '../../testing/sandbox-identity.ts'
import { type Attack, attackAfter, eventNameOf, type Outcome, outcomeOf } from '../security-case.ts'

const notFound: Outcome = [303, 'SIGN_IN_STATE_NOT_FOUND']
const unknown: Outcome = [404, 'AUTH_STATE_NOT_FOUND']

/** Where a browser was sent on to: ours or the provider's, and nobody else's. */
function endOf(hub: TestHub, done: URL): Outcome {
  const known = [hub.url, hub.sandboxUrl].map((url) => new URL(url).origin)
  if (!known.includes(done.origin)) throw new Error(`The browser was sent to ${done.origin}`)
  return [303, eventNameOf(eventCodeIn(done))]
}

async function ask(hub: TestHub, id: string, verifier?: string): Promise<Outcome> {
  const headers: Record<string, string> = verifier === undefined ? {} : { 'auth-state-verifier': verifier }
  return outcomeOf(await hub.call('GET /auth/check-user-auth-state/{id}', { params: { id }, headers }))
}

/** Anna is back from Google, and has not asked for the result yet. */
async function finishedFlow(hub: TestHub): Promise<Flow> {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  await browser.visit(await browser.answer(flow, 'google', 'anna'), { site: 'cross-site' })
  return flow
}

type Trap = { attacker: Browser; flow: Flow; victim: Browser }

/** The victim has a flow of their own under way, too. */
async function layTrap(hub: TestHub): Promise<Trap> {
  const attacker = openBrowser(hub)
  const victim = openBrowser(hub)
  await victim.open()
  return { attacker, flow: await attacker.open(), victim }
}

const lured = (
  name: string,
  strike: (hub: TestHub, trap: Trap) => Promise<URL>,
  expected: Outcome = notFound,
): Attack =>
  attackAfter(name, expected, async (hub) => {
    const trap = await layTrap(hub)
    return { strike: async () => endOf(hub, await strike(hub, trap)), secrets: [trap.flow.verifier] }
  })

/** What Apple has the browser of Anna post, who approves at an address that is not hers. */
async function approvedByVictim({ attacker, flow }: Trap): Promise<Record<string, string>> {
  return approveAs('anna', await attacker.leave(flow, 'apple'))
}

const appleCallback = '/passport/apple/callback'

/** A provider whose answer is not what it should be signs nobody in. */
const erring = (provider: ProviderName, fault: string, code: Outcome[1]): Attack =>
  attackAfter(`${provider} with ${fault} on the way back signs nobody in`, [200, code], async (hub) => {
    const browser = openBrowser(hub)
    const flow = await browser.open()
    const start = await browser.leave(flow, provider)
    await misbehave(hub, provider, fault)
    return {
      strike: async () => {
        await browser.visit(await answerProvider(start, 'anna'), { site: 'cross-site' })
        return [200, eventNameOf((await stateOf(hub, flow)).errorCode)]
      },
    }
  })

/** The same for Apple, whose page posts. */
const erringApple = (fault: string): Attack =>
  attackAfter(
    `apple with ${fault} on the way back signs nobody in`,
    [200, 'SIGN_IN_APPLE_FAILED'],
    async (hub) => {
      const browser = openBrowser(hub)
      const flow = await browser.open()
      const start = await browser.leave(flow, 'apple')
      await misbehave(hub, 'apple', fault)
      return {
        strike: async () => {
          const form = await approveAs('anna', start)
          const back = await openBrowser(hub).visit(appleCallback, { site: 'cross-site', form })
          await browser.visit(back, { site: 'cross-site' })
          return [200, eventNameOf((await stateOf(hub, flow)).errorCode)]
        },
      }
    },
  )

export const flows = [
  attackAfter('an answer of a provider serves once', notFound, async (hub) => {
    const browser = openBrowser(hub)
    const flow = await browser.open()
    const callback = await browser.answer(flow, 'google', 'anna')
    const cookies = new Map(browser.cookies)
    await browser.visit(callback, { site: 'cross-site' })
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    const secrets = [callback.searchParams.get('state') ?? '', callback.searchParams.get('code') ?? '']
    return { strike: async () => endOf(hub, await browser.visit(callback)), secrets }
  }),
  attackAfter('the result of a flow is not for who lacks the verifier', unknown, async (hub) => {
    const { id } = await finishedFlow(hub)
    return { strike: () => ask(hub, id) }
  }),
  attackAfter('the verifier of another flow tells nothing', unknown, async (hub) => {
    const { id } = await finishedFlow(hub)
    const other = await openBrowser(hub).open()
    return { strike: () => ask(hub, id, other.verifier), secrets: [other.verifier] }
  }),
  attackAfter('what the browser keeps as a cookie is no verifier', unknown, async (hub) => {
    const browser = openBrowser(hub)
    const flow = await browser.open()
    const [binding] = browser.cookies.values()
    await browser.visit(await browser.answer(flow, 'google', 'anna'))
    return { strike: () => ask(hub, flow.id, binding), secrets: [binding ?? ''] }
  }),

  ...(['cross-site', 'same-site', 'none'] as const).map((site) =>
    lured(
      `a link to the flow of an attacker starts nothing when the browser comes as ${site}`,
      (_hub, trap) => trap.victim.leave(trap.flow, 'google', { site }),
    ),
  ),
  lured('who approves at the address of an attacker is not signed in for them', async (_hub, trap) => {
    const callback = await answerProvider(await trap.attacker.leave(trap.flow, 'google'), 'anna')
    return trap.victim.visit(callback, { site: 'cross-site' })
  }),
  lured('the answer of an attacker signs no victim in', async (_hub, trap) => {
    const callback = await trap.attacker.answer(trap.flow, 'google', 'mallory')
    return trap.victim.visit(callback, { site: 'cross-site' })
  }),
  lured('the cookie of one flow does not serve for another', async (_hub, trap) => {
    const callback = await trap.attacker.answer(trap.flow, 'google', 'anna')
    const [own = ''] = trap.victim.cookies.values()
    const [name = ''] = trap.attacker.cookies.keys()
    trap.victim.cookies.set(name, own)
    return trap.victim.visit(callback, { site: 'cross-site' })
  }),
  lured('what Apple posts from the browser of a victim is picked up by nobody there', async (_hub, trap) => {
    const form = await approvedByVictim(trap)
    return trap.victim.visit(await trap.victim.visit(appleCallback, { site: 'cross-site', form }))
  }),
  lured(
    'a form with the answer of an attacker, sent from the browser of a victim, signs in nobody',
    async (_hub, trap) => {
      const form = await approveAs('mallory', await trap.attacker.leave(trap.flow, 'apple'))
      return trap.victim.visit(await trap.victim.visit(appleCallback, { site: 'cross-site', form }))
    },
  ),
  lured('the attacker cannot pick up what a victim has posted without the key', async (_hub, trap) => {
    const form = await approvedByVictim(trap)
    await trap.victim.visit(appleCallback, { site: 'cross-site', form })
    const guess = new URLSearchParams({ state: form.state ?? '', relayKey: 'guessed' })
    return trap.attacker.visit(`${appleCallback}?${guess}`)
  }),
  attackAfter(
    'an attacker who comes back without what the victim has posted ends the flow',
    [200, 'SIGN_IN_APPLE_FAILED'],
    async (hub) => {
      const trap = await layTrap(hub)
      const form = await approvedByVictim(trap)
      return {
        strike: async () => {
          await trap.victim.visit(appleCallback, { site: 'cross-site', form })
          await trap.attacker.visit(`${appleCallback}?${new URLSearchParams({ state: form.state ?? '' })}`)
          return [200, eventNameOf((await stateOf(hub, trap.flow)).errorCode)]
        },
      }
    },
  ),
  attackAfter('nobody has the sign-in of a victim linked to their own account', notFound, async (hub) => {
    const attacker = openBrowser(hub)
    const flow = await attacker.openLink(await hub.signIn())
    const victim = openBrowser(hub)
    return {
      strike: async () => {
        const callback = await answerProvider(await attacker.leave(flow, 'google'), 'anna')
        return endOf(hub, await victim.visit(callback, { site: 'cross-site' }))
      },
    }
  }),
  lured('an answer that never was for this hub goes to a page of ours', (_hub, trap) =>
    trap.victim.visit(
      '/passport/google/callback?state=x&redirect_uri=https://evil.example&next=//evil.example',
    ),
  ),
  lured(
    'no return address in the way to a provider is heeded',
    async (_hub, { attacker, flow }) => {
      const there = await attacker.visit(`${startAddress(flow, 'google')}&redirect_uri=https://evil.example/`)
      const returnTo = there.searchParams.get('redirect_uri') ?? ''
      return new URL(returnTo)
    },
    [303, 'ok'],
  ),

  erring('google', 'wrong-audience', 'SIGN_IN_GOOGLE_FAILED'),
  erring('google', 'bad-signature', 'SIGN_IN_GOOGLE_FAILED'),
  erring('google', 'expired', 'SIGN_IN_GOOGLE_FAILED'),
  erring('google', 'wrong-nonce', 'SIGN_IN_GOOGLE_FAILED'),
  erring('google', 'reused-code', 'SIGN_IN_GOOGLE_FAILED'),
  erring('facebook', 'wrong-audience', 'SIGN_IN_FACEBOOK_FAILED'),
  erring('yandex', 'wrong-audience', 'SIGN_IN_YANDEX_FAILED'),
  erring('vk', 'wrong-token-state', 'SIGN_IN_VK_FAILED'),
  erringApple('wrong-audience'),
  erringApple('bad-signature'),
  erringApple('wrong-nonce'),
]
