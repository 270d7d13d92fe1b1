/** Attempts to access other players' tickets or to abuse emails: each is refused and changes nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { snapshotDatabase } from '../../test/security/accounts/database-snapshot.ts'
import { type Outcome, send as sendRaw, toOutcome } from '../../test/security/accounts/security-case.ts'
import { emailsTo } from '../../test/support/registration.ts'
import { supportClient } from '../../test/support/support-client.ts'
import { startTestHub, type TestHub } from '../../test/support/test-hub.ts'

type SupportClient = ReturnType<typeof supportClient>

const path = '/payments/send-letter-support'
const missing: Outcome = [404, 'TICKET_NOT_FOUND']
const invalid: Outcome = [400, 'BODY_INVALID']

/** Anna has a ticket; Boris tries to access it. */
async function setScene(hub: TestHub) {
  const [anna, boris] = [await hub.logIn(), await hub.logIn()]
  const support = supportClient(hub)
  return { hub, boris, support, ticketId: await support.openTicket(anna) }
}

type Scene = Awaited<ReturnType<typeof setScene>>
type Attack = { name: string; expected: Outcome; act: (scene: Scene) => Promise<Outcome> }

const strike = (name: string, expected: Outcome, act: Attack['act']): Attack => ({ name, expected, act })

const wishing = (name: string, expected: Outcome, request: Parameters<SupportClient['send']>[1]): Attack =>
  strike(name, expected, async ({ support, boris }) => toOutcome(await support.send(boris, request)))

const raw = (name: string, expected: Outcome, body: string, headers: Record<string, string> = {}): Attack =>
  strike(name, expected, ({ boris, hub }) =>
    sendRaw(hub, path, { body, headers: { authorization: `Bearer ${boris.jwt}`, ...headers } }),
  )

const good = { email: 'boris@example.org', reason: 'OTHER' }
const bodyWith = (data: object) => JSON.stringify({ data: { ...good, ...data } })

const attacks: Attack[] = [
  strike(
    'a player cannot reply in the ticket of another player',
    missing,
    async ({ support, boris, ticketId }) => toOutcome(await support.reply(boris, ticketId, 'Give it to me')),
  ),
  raw('another site cannot open a ticket, even with the token', [403, 'CROSS_SITE_REQUEST'], bodyWith({}), {
    origin: 'https://evil.example',
  }),
  wishing('an email address with a header is refused', invalid, {
    email: 'boris@example.org\r\nBcc: all@evil.example',
  }),
  wishing('two email addresses are refused', invalid, { email: 'boris@example.org,all@evil.example' }),
  wishing('a null byte in the message is refused', invalid, { message: 'a\u0000b' }),
  wishing('a message with an escape for terminals is refused', invalid, { message: 'a\u001b[2Jb' }),
  raw('a reason that is an object is refused', invalid, bodyWith({ reason: { $ne: null } })),
  raw('an email address that is a list is refused', invalid, bodyWith({ email: ['boris@example.org'] })),
  raw('a message that is a number is refused', invalid, bodyWith({ message: 7 })),
  raw('a request without data is refused', invalid, '{}'),
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
    const before = await snapshotDatabase(hub)
    expect(await act(scene)).toEqual(expected)
    expect(await snapshotDatabase(hub)).toEqual(before)
    expect(hub.logs()).not.toContain('"level":50')
  })

  test("a script or a header in a player's message stays text in every email", async () => {
    const { hub, boris, support } = scene
    const message = '<script>alert(1)</script>\n<img src=x onerror=alert(1)>\nBcc: all@evil.example'
    const nickName = 'Boris\r\nBcc: all@evil.example'
    const id = await support.openTicket(boris, { message, nickName, currentAuthType: 'mail\r\nX: y' })
    expect((await support.read(boris, id)).messages).toMatchObject([{ text: message }])
    const toTeam = (await support.teamEmails()).find(({ subject }) => subject.endsWith(id))
    const [toPlayer] = await emailsTo(hub, boris.email)
    for (const email of [toTeam, toPlayer]) {
      expect(email?.text).toContain(message)
      expect(email?.html).not.toMatch(/<script|<img/)
      expect(email?.subject).not.toMatch(/Bcc|evil/)
    }
    expect(await emailsTo(hub, 'all@evil.example')).toEqual([])
  })

  test("an address that is not the player's own gets a confirmation without the player's text", async () => {
    const { hub, boris, support } = scene
    const otherEmail = 'stranger@example.org'
    await support.openTicket(boris, { email: otherEmail, message: 'You have won: https://evil.example' })
    const [toOtherEmail] = await emailsTo(hub, otherEmail)
    expect(toOtherEmail?.text).toContain('/transactions/help?ticket=')
    expect(`${toOtherEmail?.text} ${toOtherEmail?.html}`).not.toContain('evil.example')
  })
})
