import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import {
  beginRegistration,
  emailsTo,
  newestCode,
  password,
  register,
  solveCaptcha,
  toOutcome,
  wrongCode,
} from '../../../test/support/registration.ts'
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'

const email = 'anna@example.org'

test('a player registers, enters the emailed code and is logged in', async ({ hub }) => {
  const begun = await beginRegistration(hub, 'Anna@Example.org')
  expect(begun).toMatchObject({ status: 200, body: { data: { result: true }, resendInSeconds: 60 } })
  const code = await newestCode(hub, email)
  const { data } = await hub.callOk('POST /auth/send-verification-code', {
    body: { email: ' ANNA@example.org ', code },
  })
  expect(data.result).toEqual({
    jwt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    userId: expect.any(String),
    nickName: 'anna',
    currentAuthType: 'mail',
    session: '',
  })
  const me = await hub.callOk('GET /me', { headers: { authorization: `Bearer ${data.result.jwt}` } })
  expect(me.data.result).toEqual({
    userId: data.result.userId,
    nickName: 'anna',
    currentAuthType: 'mail',
    firstName: null,
    lastName: null,
    email,
    receiptEmail: null,
    hasPassword: true,
    createdAt: hub.clock.now(),
    deletionAt: null,
  })
  const login = await hub.call('POST /auth/login-by-email', { body: { email, password } })
  expect(toOutcome(login)).toBe('ok')
})

test('the email is in the language of the client and its subject starts with the code', async ({ hub }) => {
  const captcha = await solveCaptcha(hub, 'registration')
  await hub.callOk('POST /auth/register-by-email', {
    body: { email, password, consent: true, captcha },
    headers: { 'frontend-language': 'ru' },
  })
  const [message] = await emailsTo(hub, email)
  expect(message?.subject).toMatch(/^\d{6} — код для входа в Playhub$/)
  expect(message?.text).toContain('Код действует 10 минут')
  expect(message?.html).toContain('<html lang="ru">')
})

test('the database has no code before its email is sent, and only a hash afterwards', async ({ hub }) => {
  await beginRegistration(hub, email)
  const { db } = hub.context
  expect(await db.selectFrom('codes').select(['hash', 'expiresAt']).execute()).toEqual([
    { hash: null, expiresAt: null },
  ])
  const code = await newestCode(hub, email)
  const kept = await db.selectFrom('codes').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(code)
  expect(await db.selectFrom('registrations').select('passwordHash').execute()).toEqual([
    { passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) },
  ])
})

test('an address with an account is refused', async ({ hub }) => {
  await register(hub, email)
  expect(toOutcome(await beginRegistration(hub, 'ANNA@example.org'))).toBe('USER_EXIST_REGISTER_BY_EMAIL')
})

test('five wrong guesses invalidate the code', async ({ hub }) => {
  await beginRegistration(hub, email)
  const code = await newestCode(hub, email)
  for (const triesLeft of [4, 3, 2, 1, 0]) {
    const response = await hub.call('POST /auth/send-verification-code', {
      body: { email, code: wrongCode(code) },
    })
    expect(response.body).toMatchObject({ code: 'SEND_VERIFICATION_CODE_INCORRECT', details: { triesLeft } })
  }
  const late = await hub.call('POST /auth/send-verification-code', { body: { email, code } })
  expect(toOutcome(late)).toBe('CODE_EXPIRED')
})

test('of two hundred concurrent guesses only five are evaluated', async ({ hub }) => {
  await beginRegistration(hub, email)
  const code = await newestCode(hub, email)
  const responses = await Promise.all(
    Array.from({ length: 200 }, () =>
      hub.call('POST /auth/send-verification-code', { body: { email, code: wrongCode(code) } }),
    ),
  )
  const codes = responses.map(toOutcome)
  expect(codes.filter((refusal) => refusal === 'SEND_VERIFICATION_CODE_INCORRECT')).toHaveLength(5)
  expect(codes.filter((refusal) => refusal === 'CODE_EXPIRED')).toHaveLength(195)
})

test('two hundred concurrent uses of a code create one account', async ({ hub }) => {
  await beginRegistration(hub, email)
  const code = await newestCode(hub, email)
  const responses = await Promise.all(
    Array.from({ length: 200 }, () =>
      hub.call('POST /auth/send-verification-code', { body: { email, code } }),
    ),
  )
  expect(responses.filter((response) => response.ok)).toHaveLength(1)
  expect(responses.every((response) => response.status < 500)).toBe(true)
  const { db } = hub.context
  expect(await db.selectFrom('accounts').select('email').execute()).toEqual([{ email }])
  expect(await db.selectFrom('loginSessions').select('id').execute()).toHaveLength(1)
  expect(await db.selectFrom('credentials').select('id').execute()).toHaveLength(1)
})

test('another email can be requested after a minute, and its code replaces the first', async ({ hub }) => {
  await beginRegistration(hub, email)
  const first = await newestCode(hub, email)
  hub.clock.advance(59 * SECOND_MS)
  const early = await hub.call('POST /auth/resend-verification-code', { body: { email } })
  expect(early.body).toMatchObject({ code: 'CODE_RESEND_TOO_SOON', details: { retryInSeconds: 1 } })
  expect(early.headers.get('retry-after')).toBe('1')
  hub.clock.advance(SECOND_MS)
  const sent = await hub.callOk('POST /auth/resend-verification-code', { body: { email } })
  expect(sent).toEqual({ data: { result: true }, resendInSeconds: 60 })
  const second = await newestCode(hub, email)
  if (second !== first) {
    const old = await hub.call('POST /auth/send-verification-code', { body: { email, code: first } })
    expect(toOutcome(old)).toBe('SEND_VERIFICATION_CODE_INCORRECT')
  }
  await hub.callOk('POST /auth/send-verification-code', { body: { email, code: second } })
})

test('concurrent requests for another email send one', async ({ hub }) => {
  await beginRegistration(hub, email)
  hub.clock.advance(MINUTE_MS)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => hub.call('POST /auth/resend-verification-code', { body: { email } })),
  )
  expect(responses.filter((response) => response.ok)).toHaveLength(1)
  const refused = responses.filter((response) => !response.ok)
  expect(new Set(refused.map(toOutcome))).toEqual(new Set(['CODE_RESEND_TOO_SOON']))
})

test('an address gets at most five emails an hour', async ({ hub }) => {
  await beginRegistration(hub, email)
  for (let count = 2; count <= 5; count++) {
    await hub.runDueJobs()
    hub.clock.advance(MINUTE_MS)
    await hub.callOk('POST /auth/resend-verification-code', { body: { email } })
  }
  hub.clock.advance(MINUTE_MS)
  const sixth = await hub.call('POST /auth/resend-verification-code', { body: { email } })
  expect(sixth.body).toMatchObject({ code: 'CODE_RESEND_TOO_SOON', details: { retryInSeconds: 55 * 60 } })
  expect(await emailsTo(hub, email)).toHaveLength(5)
})

test('after twenty wrong codes in a day the address may enter no more, but emails are still sent', async ({
  hub,
}) => {
  await beginRegistration(hub, email)
  for (let count = 1; count <= 4; count++) {
    const code = await newestCode(hub, email)
    for (let guess = 1; guess <= 5; guess++) {
      await hub.call('POST /auth/send-verification-code', { body: { email, code: wrongCode(code) } })
    }
    hub.clock.advance(MINUTE_MS)
    await hub.callOk('POST /auth/resend-verification-code', { body: { email } })
  }
  const code = await newestCode(hub, email)
  const response = await hub.call('POST /auth/send-verification-code', { body: { email, code } })
  expect(toOutcome(response)).toBe('TOO_MANY_REQUESTS')
})

test('without a pending registration no email is sent', async ({ hub }) => {
  const response = await hub.call('POST /auth/resend-verification-code', { body: { email } })
  expect(toOutcome(response)).toBe('CODE_EXPIRED')
  expect(await emailsTo(hub, email)).toEqual([])
})

test('registering again replaces the password and the code', async ({ hub }) => {
  await beginRegistration(hub, email, 'FirstChoice1')
  expect(toOutcome(await beginRegistration(hub, email, 'SecondChoice2'))).toBe('CODE_RESEND_TOO_SOON')
  hub.clock.advance(MINUTE_MS)
  const third = await beginRegistration(hub, email, 'ThirdChoice3')
  const registrationSecret = third.ok ? third.body.registrationSecret : ''
  const code = await newestCode(hub, email)
  await hub.callOk('POST /auth/send-verification-code', { body: { email, code, registrationSecret } })
  for (const [choice, outcome] of [
    ['FirstChoice1', 'INVALID_PASSWORD_LOGIN_BY_EMAIL'],
    ['SecondChoice2', 'INVALID_PASSWORD_LOGIN_BY_EMAIL'],
    ['ThirdChoice3', 'ok'],
  ] as const) {
    const response = await hub.call('POST /auth/login-by-email', { body: { email, password: choice } })
    expect(toOutcome(response)).toBe(outcome)
  }
})

test('somebody else who registers the address meanwhile does not set the password', async ({ hub }) => {
  await beginRegistration(hub, email)
  hub.clock.advance(MINUTE_MS)
  await beginRegistration(hub, email, 'Stranger2030')
  const code = await newestCode(hub, email)
  await hub.callOk('POST /auth/send-verification-code', { body: { email, code, password } })
  const login = (tried: string) => hub.call('POST /auth/login-by-email', { body: { email, password: tried } })
  expect(toOutcome(await login('Stranger2030'))).toBe('INVALID_PASSWORD_LOGIN_BY_EMAIL')
  expect(toOutcome(await login(password))).toBe('ok')
})

test('an invalid form is refused with the field', async ({ hub }) => {
  const broken = [
    [{ captcha: undefined }, 'captcha', 'CAPTCHA_REQUIRED'],
    [{ consent: false }, 'consent', 'CONSENT_REQUIRED'],
    [{ password: 'short1' }, 'password', 'PASSWORD_LENGTH'],
    [{ password: 'пароль2030' }, 'password', 'PASSWORD_INVALID'],
    [{ email: 'anna' }, 'email', 'EMAIL_INVALID'],
    [{ email: 'an\u0000na@example.org' }, 'email', 'EMAIL_INVALID'],
  ] as const
  for (const [change, field, issue] of broken) {
    const body = { email, password, consent: true as const, captcha: 'e30=', ...change }
    const response = await hub.call('POST /auth/register-by-email', { body: body as never })
    expect(response.body).toMatchObject({ code: 'BODY_INVALID', errors: [{ field, issue }] })
  }
})
