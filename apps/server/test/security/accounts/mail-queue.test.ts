/** Nobody can fill a mailbox or delay others' codes by changing an account again and again. */
import { text } from 'node:stream/consumers'
import { freePorts } from '@playhub/test-kit/free-ports'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../src/platform/clock.ts'
import { RetryLater } from '../../../src/platform/jobs/job-kind.ts'
import { turnOn } from '../../support/accounts/two-factor.ts'
import { emailsTo, toOutcome } from '../../support/registration.ts'
import { test } from '../../support/shared-hub-test.ts'
import { type Player, startTestHub, type TestHub } from '../../support/test-hub.ts'

const renew = async (hub: TestHub, as: Player) =>
  toOutcome(await hub.call('POST /me/second-factor/recovery-codes', { as }))

test('an account has 20 changes an hour, and those made together share an email', async ({ hub, player }) => {
  await turnOn(hub, player)
  const outcomes: string[] = []
  for (let time = 0; time < 25; time++) outcomes.push(await renew(hub, player))
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(19)
  expect(outcomes.at(-1)).toBe('TOO_MANY_REQUESTS')
  const deletion = await hub.call('POST /me/deletion', { as: player })
  expect(toOutcome(deletion)).toBe('TOO_MANY_REQUESTS')
  await emailsTo(hub, player.email)
  hub.clock.advance(MINUTE_MS)
  const emails = await emailsTo(hub, player.email)
  expect(emails.map(({ subject }) => subject)).toEqual(['Your account was changed several times — Playhub'])
})

test('the first change is emailed at once, and those within a minute after it in one email', async ({
  hub,
  player,
}) => {
  await turnOn(hub, player)
  expect(await emailsTo(hub, player.email)).toHaveLength(1)
  for (let change = 0; change < 3; change++) await renew(hub, player)
  const body = { currentPassword: player.password, password: 'Fresh2031' }
  await hub.callOk('POST /me/password', { as: player, body })
  expect(await emailsTo(hub, player.email)).toHaveLength(1)
  hub.clock.advance(MINUTE_MS)
  const [merged, ...others] = await emailsTo(hub, player.email)
  expect(others).toHaveLength(1)
  expect(merged?.text).toContain('password was changed')
  expect(merged?.text.match(/recovery codes of your/g)).toHaveLength(3)
})

test('a mailbox receives 20 emails an hour, and codes nevertheless', async ({ hub }) => {
  const { mail } = hub.context
  const email = { to: 'anna@example.org', subject: 's', text: 't', html: 'h' }
  for (let sent = 0; sent < 20; sent++) await mail.send(email)
  await expect(mail.send(email)).rejects.toBeInstanceOf(RetryLater)
  for (let sent = 0; sent < 20; sent++) await mail.send({ ...email, kind: 'code' })
  await expect(mail.send({ ...email, kind: 'code' })).rejects.toBeInstanceOf(RetryLater)
  await mail.send({ ...email, to: 'boris@example.org' })
  await mail.send({ ...email, kind: 'team' })
  hub.clock.advance(60 * MINUTE_MS)
  await mail.send(email)
})

test('emails that the mail server keeps waiting delay no code', async () => {
  const kept: (() => void)[] = []
  const code = Promise.withResolvers<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, done) =>
      void text(stream).then((message) => {
        if (!message.includes('Choose a new password')) return kept.push(() => done())
        code.resolve(message)
        return done()
      }),
  })
  const [port] = await freePorts(1)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const release = () => {
    for (const done of kept.splice(0)) done()
  }
  let releasing: NodeJS.Timeout | undefined
  // Runs after the hub has stopped, which waits for its emails.
  onTestFinished(async () => {
    clearInterval(releasing)
    await new Promise<void>((resolve) => server.close(resolve))
  })
  const hub = await startTestHub({ jobs: 'running', env: { SMTP_PORT: String(port) } })
  const { db, jobs } = hub.context
  const warnings = Array.from({ length: 12 }, (_, player) => ({
    kind: 'accounts.email-password-guesses',
    payload: { email: `player-${player}@example.org`, language: 'en', until: hub.clock.now() },
  }))
  await jobs.enqueue(db, ...warnings)
  await expect.poll(() => kept.length, { timeout: 20_000 }).toBe(5)
  const { email } = await hub.logIn('anna@example.org')
  await hub.callOk('POST /auth/recovery-password', { body: { email } })
  expect(await code.promise).toContain('anna@example.org')
  releasing = setInterval(release, 10)
})

test('an account that is deleted and kept again has one job, for the last date', async ({ hub, player }) => {
  for (let time = 0; time < 5; time++) {
    await hub.callOk('POST /me/deletion', { as: player })
    await hub.callOk('POST /me/deletion/undo', { as: player })
    hub.clock.advance(MINUTE_MS)
  }
  await hub.callOk('POST /me/deletion', { as: player })
  const { db } = hub.context
  const jobs = await db.selectFrom('jobs').selectAll().where('kind', '=', 'accounts.erase').execute()
  expect(jobs).toHaveLength(1)
  const exists = async () =>
    (await db.selectFrom('accounts').select('id').where('id', '=', player.userId).execute()).length === 1
  await hub.passTime(14 * DAY_MS - MINUTE_MS)
  expect(await exists()).toBe(true)
  await hub.passTime(MINUTE_MS)
  expect(await exists()).toBe(false)
})
