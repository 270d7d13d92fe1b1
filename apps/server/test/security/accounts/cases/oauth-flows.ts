import {
  approveAtProvider,
  type Browser,
  eventCodeIn,
  type Flow,
  openBrowser,
  readFlow,
} from '../../../support/accounts/browser.ts'
import { approveAs } from '../../../support/accounts/sandbox-identity.ts'
import type { TestHub } from '../../../support/test-hub.ts'
import {
  type Outcome,
  type SecurityCase,
  securityCaseAfter,
  toEventName,
  toOutcome,
} from '../security-case.ts'

const notFound: Outcome = [303, 'SIGN_IN_STATE_NOT_FOUND']
const unknown: Outcome = [404, 'AUTH_STATE_NOT_FOUND']

/** Ensures a redirect leads to the hub or the sandbox. */
function redirectOutcome(hub: TestHub, done: URL): Outcome {
  const known = [hub.url, hub.sandboxUrl].map((url) => new URL(url).origin)
  if (!known.includes(done.origin)) throw new Error(`The browser was sent to ${done.origin}`)
  return [303, toEventName(eventCodeIn(done))]
}

async function ask(hub: TestHub, id: string, verifier?: string): Promise<Outcome> {
  const headers: Record<string, string> = verifier === undefined ? {} : { 'auth-state-verifier': verifier }
  return toOutcome(await hub.call('GET /auth/check-user-auth-state/{id}', { params: { id }, headers }))
}

type AttackScene = { attacker: Browser; flow: Flow; victim: Browser }

/** The victim has an open flow, too. */
async function setUpAttack(hub: TestHub): Promise<AttackScene> {
  const attacker = openBrowser(hub)
  const victim = openBrowser(hub)
  await victim.open()
  return { attacker, flow: await attacker.open(), victim }
}

const victimCase = (
  name: string,
  attack: (hub: TestHub, scene: AttackScene) => Promise<URL>,
  expected: Outcome = notFound,
): SecurityCase =>
  securityCaseAfter(name, expected, async (hub) => {
    const scene = await setUpAttack(hub)
    return {
      attack: async () => redirectOutcome(hub, await attack(hub, scene)),
      secrets: [scene.flow.verifier],
    }
  })

/** Apple's form, posted from the victim's browser after the victim approves the attacker's authorize URL. */
async function victimApproval({ attacker, flow }: AttackScene): Promise<Record<string, string>> {
  return approveAs('anna', await attacker.authorize(flow, 'apple'))
}

const appleCallback = '/passport/apple/callback'

export const oauthFlows = [
  securityCaseAfter('the binding cookie is refused as a verifier', unknown, async (hub) => {
    const browser = openBrowser(hub)
    const flow = await browser.open()
    const [binding] = browser.cookies.values()
    await browser.visit(await browser.approve(flow, 'google', 'anna'))
    return { attack: () => ask(hub, flow.id, binding), secrets: [binding ?? ''] }
  }),

  ...(['cross-site', 'same-site', 'none'] as const).map((site) =>
    victimCase(
      `a link to an attacker's flow does not start it when the browser comes as ${site}`,
      (_hub, scene) => scene.victim.authorize(scene.flow, 'google', { site }),
    ),
  ),
  victimCase(
    "a victim who approves an attacker's authorize URL does not complete the flow",
    async (_hub, scene) => {
      const callback = await approveAtProvider(await scene.attacker.authorize(scene.flow, 'google'), 'anna')
      return scene.victim.visit(callback, { site: 'cross-site' })
    },
  ),
  victimCase("an attacker's callback does not sign a victim in", async (_hub, scene) => {
    const callback = await scene.attacker.approve(scene.flow, 'google', 'mallory')
    return scene.victim.visit(callback, { site: 'cross-site' })
  }),
  victimCase('the cookie of one flow is refused for another', async (_hub, scene) => {
    const callback = await scene.attacker.approve(scene.flow, 'google', 'anna')
    const [own = ''] = scene.victim.cookies.values()
    const [name = ''] = scene.attacker.cookies.keys()
    scene.victim.cookies.set(name, own)
    return scene.victim.visit(callback, { site: 'cross-site' })
  }),
  victimCase(
    "a victim's flow with a second, planted cookie is refused",
    async (_hub, { victim, attacker, flow }) => {
      const callback = await attacker.approve(flow, 'google', 'anna')
      const [[name, value] = ['', '']] = attacker.cookies
      victim.cookies.set(name, `planted; ${name}=${value}`)
      return victim.visit(callback, { site: 'cross-site' })
    },
  ),
  victimCase(
    "a callback that Apple posts from a victim's browser is not completed there",
    async (_hub, scene) => {
      const form = await victimApproval(scene)
      return scene.victim.visit(await scene.victim.visit(appleCallback, { site: 'cross-site', form }))
    },
  ),
  victimCase("an attacker's callback posted from a victim's browser signs nobody in", async (_hub, scene) => {
    const form = await approveAs('mallory', await scene.attacker.authorize(scene.flow, 'apple'))
    return scene.victim.visit(await scene.victim.visit(appleCallback, { site: 'cross-site', form }))
  }),
  victimCase(
    "an attacker cannot complete a victim's posted callback without the relay key",
    async (_hub, scene) => {
      const form = await victimApproval(scene)
      await scene.victim.visit(appleCallback, { site: 'cross-site', form })
      const guess = new URLSearchParams({ state: form.state ?? '', relayKey: 'guessed' })
      return scene.attacker.visit(`${appleCallback}?${guess}`)
    },
  ),
  securityCaseAfter(
    "an attacker's callback without the posted parameters fails the flow",
    [200, 'SIGN_IN_APPLE_FAILED'],
    async (hub) => {
      const scene = await setUpAttack(hub)
      const form = await victimApproval(scene)
      return {
        attack: async () => {
          await scene.victim.visit(appleCallback, { site: 'cross-site', form })
          await scene.attacker.visit(`${appleCallback}?${new URLSearchParams({ state: form.state ?? '' })}`)
          return [200, toEventName((await readFlow(hub, scene.flow)).errorCode)]
        },
      }
    },
  ),
  securityCaseAfter(
    "an attacker cannot link a victim's identity to their own account",
    notFound,
    async (hub) => {
      const attacker = openBrowser(hub)
      const flow = await attacker.openLink(await hub.logIn())
      const victim = openBrowser(hub)
      return {
        attack: async () => {
          const callback = await approveAtProvider(await attacker.authorize(flow, 'google'), 'anna')
          return redirectOutcome(hub, await victim.visit(callback, { site: 'cross-site' }))
        },
      }
    },
  ),
]
