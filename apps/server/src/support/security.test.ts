/** Tries to read, write or send through support what is not one's own: each is refused and changes nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Outcome, outcomeOf, send as sendRaw } from '../accounts/security-tests/testing/attack.ts'
import { takeRecord } from '../accounts/security-tests/testing/record.ts'
import { stripeCheckout } from '../payments/testing/stripe-checkout.ts'
import { emailsTo } from '../testing/registration.ts'
import { startTestHub, type TestHub } from '../testing/test-hub.ts'
import { helpDeskAt } from './testing/help-desk.ts'

type Desk = ReturnType<typeof helpDeskAt>

const path = '/payments/send-letter-support'
const missing: Outcome = [404, 'TICKET_NOT_FOUND']
const invalid: Outcome = [400, 'BODY_INVALID']

/** Anna has a ticket and an order; Boris wants them. */
async function setScene(hub: TestHub) {
  const [anna, boris] = [await hub.signIn(), await hub.signIn()]
  const desk = helpDeskAt(hub)
  const orderId = await stripeCheckout(hub).order(anna)
  return { hub, anna, boris, desk, orderId, ticketId: await desk.ask(anna, { paymentId: orderId }) }
}

type Scene = Awaited<ReturnType<typeof setScene>>
type Attack = { name: string; expected: Outcome; act: (scene: Scene) => Promise<Outcome> }

const strike = (name: string, expected: Outcome, act: Attack['act']): Attack => ({ name, expected, act })

const wishing = (name: string, expected: Outcome, request: Parameters<Desk['send']>[1]): Attack =>
  strike(name, expected, async ({ desk, boris }) => outcomeOf(await desk.send(boris, request)))

const raw = (name: string, expected: Outcome, body: string, headers: Record<string, string> = {}): Attack =>
  strike(name, expected, ({ boris, hub }) =>
    sendRaw(hub, path, { body, headers: { authorization: `Bearer ${boris.jwt}`, ...headers } }),
  )

const good = { email: 'boris@example.org', reason: 'OTHER' }
const bodyWith = (data: object) => JSON.stringify({ data: { ...good, ...data } })

const attacks: Attack[] = [
  strike('the ticket of another player is not there', missing, async ({ boris, ticketId, hub }) =>
    outcomeOf(await hub.call('GET /support/tickets/{id}', { as: boris, params: { id: ticketId } })),
  ),
  strike('nobody answers in the ticket of another player', missing, async ({ desk, boris, ticketId }) =>
    outcomeOf(await desk.write(boris, ticketId, 'Give it to me')),
  ),
  strike('the order of another player is not there', [404, 'PAYMENT_NOT_FOUND'], async (scene) =>
    outcomeOf(await scene.desk.send(scene.boris, { paymentId: scene.orderId })),
  ),
  strike('a guest has no tickets', [401, 'UNAUTHORIZED'], async ({ hub }) =>
    outcomeOf(await hub.call('GET /support/tickets', { query: {} })),
  ),
  strike('a guest sends nothing', [401, 'UNAUTHORIZED'], ({ hub }) =>
    sendRaw(hub, path, { body: bodyWith({}) }),
  ),
  raw('a page elsewhere sends nothing, even with the token', [403, 'CROSS_SITE_REQUEST'], bodyWith({}), {
    origin: 'https://evil.example',
  }),
  wishing('an address that brings a header along is refused', invalid, {
    email: 'boris@example.org\r\nBcc: all@evil.example',
  }),
  wishing('two addresses are refused', invalid, { email: 'boris@example.org,all@evil.example' }),
  wishing('a payment id with SQL in it is refused', invalid, { paymentId: "x' or '1'='1" }),
  wishing('a null byte in the message is refused', invalid, { message: 'a\u0000b' }),
  wishing('a message with an escape for terminals is refused', invalid, { message: 'a\u001b[2Jb' }),
  raw('a reason that is an object is refused', invalid, bodyWith({ reason: { $ne: null } })),
  raw('an address that is a list is refused', invalid, bodyWith({ email: ['boris@example.org'] })),
  raw('a message that is a number is refused', invalid, bodyWith({ message: 7 })),
  raw('no data at all is refused', invalid, '{}'),
  raw('ten megabytes are refused', [413, 'BODY_TOO_LARGE'], bodyWith({ message: 'x'.repeat(10_000_000) })),
]

describe('support', () => {
  let scene: Scene
  let end = async () => {}

  beforeAll(async () => {
    scene = await setScene(await startTestHub({ onCleanup: (stop) => (end = stop) }))
  })
  afterAll(() => end())

  test.each(attacks)('$name', async ({ act, expected }) => {
    const { hub } = scene
    const before = await takeRecord(hub)
    expect(await act(scene)).toEqual(expected)
    expect(await takeRecord(hub)).toEqual(before)
    expect(hub.logs()).not.toContain('"level":50')
  })

  test('a script, or a header, in what a player says stays text in every letter', async () => {
    const { hub, boris, desk } = scene
    const message = '<script>alert(1)</script>\n<img src=x onerror=alert(1)>\nBcc: all@evil.example'
    const nickName = 'Boris\r\nBcc: all@evil.example'
    const id = await desk.ask(boris, { message, nickName, currentAuthType: 'mail\r\nX: y' })
    expect((await desk.read(boris, id)).messages).toMatchObject([{ text: message }])
    const toTeam = (await desk.teamLetters()).find(({ subject }) => subject.endsWith(id))
    const [toPlayer] = await emailsTo(hub, boris.email)
    for (const letter of [toTeam, toPlayer]) {
      expect(letter?.text).toContain(message)
      expect(letter?.html).not.toMatch(/<script|<img/)
      expect(letter?.subject).not.toMatch(/Bcc|evil/)
    }
    expect(await emailsTo(hub, 'all@evil.example')).toEqual([])
  })
})
