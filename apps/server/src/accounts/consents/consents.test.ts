import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAuthenticator } from '../../../test/support/accounts/authenticator.ts'
import { loginWith } from '../../../test/support/accounts/browser.ts'
import { countRows, startConsentHub } from '../../../test/support/accounts/consents.ts'
import { logIn, startLogin, turnOn } from '../../../test/support/accounts/two-factor.ts'
import { test as withHub } from '../../../test/support/hub-test.ts'
import { beginRegistration, newestCode, register, toOutcome } from '../../../test/support/registration.ts'
import { readOnHub, runOnHub } from '../../../test/support/run-on-hub.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'
import { readDocument } from '../../catalogue/index.ts'
import { MINUTE_MS } from '../../platform/clock.ts'

const email = 'anna@example.org'
const consent = true as const
type Login = Pick<Player, 'jwt' | 'userId'>

const as = ({ jwt, userId }: Login): Player => ({ jwt, userId, email, password: '' })
const listConsents = async (hub: TestHub, login: Login) =>
  (await hub.callOk('GET /me/consents', { as: as(login) })).data.result

function hashDocument(hub: TestHub, language: 'ru' | 'en'): string {
  const document = readDocument(hub.context.catalogue.content(), 'personal-data', language)
  return createHash('sha256')
    .update(document?.markdown ?? '')
    .digest('hex')
}

withHub('the form stores the document and time of its box, which export and staff show', async ({ hub }) => {
  const givenAt = hub.clock.now()
  await beginRegistration(hub, email)
  hub.clock.advance(5 * MINUTE_MS)
  const code = await newestCode(hub, email)
  const { data } = await hub.callOk('POST /auth/send-verification-code', { body: { email, code } })
  const stored = {
    purpose: 'personal-data',
    document: 'personal-data',
    sha256: hashDocument(hub, 'en'),
    language: 'en',
    givenAt,
    withdrawnAt: null,
  }
  expect(stored.sha256).not.toBe(hashDocument(hub, 'ru'))
  expect(await listConsents(hub, data.result)).toEqual([stored])
  const own = await hub.callOk('GET /me/export', { as: as(data.result) })
  expect(own.sections.consents).toEqual([stored])
  const { userId } = data.result
  const why = ['--by', 'olga', '--reason', 'Asked by email']
  const exported = await runOnHub(hub, ['players', 'export', userId, ...why])
  expect(JSON.parse(exported.printed)).toMatchObject({ sections: { consents: [stored] } })
  expect(await readOnHub(hub, `players show ${userId}`)).toMatchObject({ consents: [stored] })
})

withHub(
  'the document is that of the language of the form, and no network is stored in clear',
  async ({ hub }) => {
    const headers = { 'frontend-language': 'ru' }
    const ru = await hub.callOk('POST /me/consents', {
      as: await hub.logIn(email),
      body: { consent },
      headers,
    })
    expect(ru.data.result).toEqual({ session: '' })
    const rows = await hub.context.db.selectFrom('consents').selectAll().execute()
    expect(rows).toMatchObject([{ language: 'ru', sha256: hashDocument(hub, 'ru') }])
    expect(rows[0]?.network).toMatch(/^[\w-]{43}$/)
  },
)

withHub('a placeholder is part of the document', ({ hub }) => {
  const { catalogue } = hub.context
  const { markdown = '' } = readDocument(catalogue.content(), 'personal-data', 'en') ?? {}
  expect(markdown).toContain(catalogue.content().hub.operator.supportEmail)
  expect(markdown).not.toMatch(/[{}]/)
})

test('an account without a consent is asked at its next login, whatever the method, until it accepts', async () => {
  const hub = await startConsentHub('off')
  const player = await hub.logIn(email)
  const social = await loginWith(hub, 'google')
  const authenticator = createAuthenticator(hub)
  const options = (await hub.callOk('POST /me/passkeys/options', { as: player })).data.result
  const body = { name: 'Phone', response: authenticator.create(options) }
  await hub.callOk('POST /me/passkeys', { as: player, body })
  const { appCode } = await turnOn(hub, player)
  const { session } = await hub.callOk('POST /session/get', { body: { project: 'islandm3' } })

  hub.setConsents('required')
  const logins = async () => {
    const challenge = (await hub.callOk('POST /auth/passkey/options')).data.result
    const ticket = await startLogin(hub, player)
    return [
      (await hub.callOk('POST /auth/passkey/login', { body: { response: authenticator.get(challenge) } }))
        .data,
      (
        await hub.callOk('POST /auth/second-factor', {
          body: { ticket, code: appCode() },
          headers: { session },
        })
      ).data,
      { result: await loginWith(hub, 'google') },
    ].map(({ result }) => result)
  }
  const before = await logins()
  for (const login of before) expect(login).toMatchObject({ consentRequired: true, session: '' })

  const [, byCode] = before
  const give = { as: as(byCode ?? player), body: { consent }, headers: { session } }
  expect((await hub.callOk('POST /me/consents', give)).data.result).toEqual({ session })
  await hub.callOk('POST /me/consents', { as: as(social), body: { consent } })
  hub.clock.advance(MINUTE_MS)
  for (const login of await logins()) expect(login).not.toHaveProperty('consentRequired')
})

test('a game learns of the player after the consent only', async () => {
  const hub = await startConsentHub('off')
  const player = await hub.logIn(email)
  hub.setConsents('required')
  const { session } = await hub.callOk('POST /session/get', { body: { project: 'islandm3' } })
  const login = await hub.callOk('POST /auth/login-by-email', { body: player, headers: { session } })
  const attached = async () =>
    (await hub.context.db.selectFrom('hubSessions').select('playerId').execute()).map((row) => row.playerId)
  expect(await attached()).toEqual([null])
  await hub.callOk('POST /me/consents', {
    as: as(login.data.result),
    body: { consent },
    headers: { session },
  })
  expect(await attached()).toEqual([player.userId])
})

test('who registers by email is not asked again, and who did so on the previous version is', async () => {
  const hub = await startConsentHub()
  expect(await register(hub, email)).not.toHaveProperty('consentRequired')
  await beginRegistration(hub, 'boris@example.org')
  await hub.context.db.updateTable('registrations').set({ consent: null }).execute()
  const code = await newestCode(hub, 'boris@example.org')
  const body = { email: 'boris@example.org', code }
  const { data } = await hub.callOk('POST /auth/send-verification-code', { body })
  expect(data.result).toMatchObject({ consentRequired: true })
})

test('a withdrawn consent is asked for again, and both stay in the list', async () => {
  const hub = await startConsentHub()
  const login = await register(hub, email)
  const purpose = 'personal-data' as const
  hub.clock.advance(MINUTE_MS)
  const withdrawnAt = hub.clock.now()
  const withdraw = () => hub.callOk('POST /me/consents/withdraw', { as: as(login), body: { purpose } })
  expect((await withdraw()).data.result).toMatchObject([{ purpose, withdrawnAt }])
  hub.clock.advance(MINUTE_MS)
  expect((await withdraw()).data.result).toMatchObject([{ withdrawnAt }])

  const again = await logIn(hub, { ...as(login), password: 'Island2030' })
  expect(again.body).toMatchObject({ data: { result: { consentRequired: true } } })
  await hub.callOk('POST /me/consents', { as: as(login), body: { consent } })
  expect(await listConsents(hub, login)).toMatchObject([{ withdrawnAt: null }, { withdrawnAt }])
})

test('a registration of somebody else is no consent of the owner of the email', async () => {
  const hub = await startConsentHub()
  await beginRegistration(hub, email, 'Stranger2030')
  expect(toOutcome(await beginRegistration(hub, email))).toBe('CODE_RESEND_TOO_SOON')
  const body = { email, code: await newestCode(hub, email), password: 'Island2030' }
  const { data } = await hub.callOk('POST /auth/send-verification-code', { body })
  expect(data.result).toMatchObject({ consentRequired: true })
  expect(await listConsents(hub, data.result)).toEqual([])
})

withHub('consents that are given and withdrawn in a loop do not fill the table', async ({ hub, player }) => {
  const outcomes = new Set<string>()
  for (let count = 0; count < 25; count += 1) {
    outcomes.add(toOutcome(await hub.call('POST /me/consents', { as: player, body: { consent } })))
    await hub.callOk('POST /me/consents/withdraw', { as: player, body: { purpose: 'personal-data' } })
  }
  expect([...outcomes]).toEqual(['ok', 'TOO_MANY_REQUESTS'])
  expect(await listConsents(hub, player)).toHaveLength(20)
})

withHub('nobody consents or withdraws for another player, by a text, or twice', async ({ hub, player }) => {
  const other = await hub.logIn()
  for (const wrong of [false, 'true', 1, null, undefined])
    expect(
      toOutcome(await hub.call('POST /me/consents', { as: player, body: { consent: wrong as true } })),
    ).toBe('BODY_INVALID')
  const give = () => hub.callOk('POST /me/consents', { as: player, body: { consent } })
  await Promise.all([give(), give(), give()])
  expect((await countRows(hub)).consents).toBe(1)
  const withdraw = { as: other, body: { purpose: 'personal-data', playerId: player.userId } as never }
  expect((await hub.callOk('POST /me/consents/withdraw', withdraw)).data.result).toEqual([])
  expect(await listConsents(hub, player)).toMatchObject([{ withdrawnAt: null }])
  expect(toOutcome(await hub.call('POST /me/consents', { body: { consent } }))).toBe('UNAUTHORIZED')
})

withHub('erasure deletes the consents', async ({ hub }) => {
  const player = await hub.logIn(email)
  await hub.callOk('POST /me/consents', { as: player, body: { consent } })
  const why = ['--by', 'olga', '--reason', 'Asked by email']
  await runOnHub(hub, ['players', 'delete', player.userId, '--now', ...why])
  await hub.runDueJobs()
  expect(await countRows(hub)).toMatchObject({ accounts: 0, consents: 0 })
})
