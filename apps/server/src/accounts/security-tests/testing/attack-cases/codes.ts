import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '../../../../platform/clock.ts'
import { beginRegistration, newestCode, wrongCode } from '../../../../testing/registration.ts'
import type { TestHub } from '../../../../testing/test-hub.ts'
import { attackAfter, type Outcome, outcomeOf } from '../attack.ts'

type Purpose = 'registration' | 'recovery'

const calls = {
  registration: 'POST /auth/send-verification-code',
  recovery: 'POST /auth/send-recovery-password-code',
} as const
const incorrect: Record<Purpose, Outcome> = {
  registration: [400, 'SEND_VERIFICATION_CODE_INCORRECT'],
  recovery: [400, 'SEND_RECOVERY_PASSWORD_CODE_INCORRECT'],
}

async function codeFor(hub: TestHub, purpose: Purpose): Promise<{ email: string; code: string }> {
  const email = `${randomUUID()}@example.org`
  if (purpose === 'registration') {
    await beginRegistration(hub, email)
  } else {
    await hub.signIn(email)
    await hub.callOk('POST /auth/recovery-password', { body: { email } })
  }
  return { email, code: await newestCode(hub, email) }
}

async function type(hub: TestHub, purpose: Purpose, body: { email: string; code: string }): Promise<Outcome> {
  return outcomeOf(await hub.call(calls[purpose], { body }))
}

const rowsFor = (purpose: Purpose) => {
  const other = purpose === 'registration' ? 'recovery' : 'registration'
  return [
    attackAfter(`a wrong ${purpose} code is refused`, incorrect[purpose], async (hub) => {
      const { email, code } = await codeFor(hub, purpose)
      return { strike: () => type(hub, purpose, { email, code: wrongCode(code) }) }
    }),
    attackAfter(
      `after five guesses the right ${purpose} code is refused, too`,
      [410, 'CODE_EXPIRED'],
      async (hub) => {
        const { email, code } = await codeFor(hub, purpose)
        for (let guess = 0; guess < 5; guess++) await type(hub, purpose, { email, code: wrongCode(code) })
        return { strike: () => type(hub, purpose, { email, code }), secrets: [code] }
      },
    ),
    attackAfter(`a ${purpose} code serves once`, incorrect[purpose], async (hub) => {
      const used = await codeFor(hub, purpose)
      await type(hub, purpose, used)
      return { strike: () => type(hub, purpose, used), secrets: [used.code] }
    }),
    attackAfter(`a ${purpose} code of ten minutes ago is refused`, [410, 'CODE_EXPIRED'], async (hub) => {
      const old = await codeFor(hub, purpose)
      hub.clock.advance(10 * MINUTE_MS)
      return { strike: () => type(hub, purpose, old), secrets: [old.code] }
    }),
    attackAfter(`a ${other} code is no ${purpose} code`, incorrect[purpose], async (hub) => {
      const foreign = await codeFor(hub, other)
      return { strike: () => type(hub, purpose, foreign), secrets: [foreign.code] }
    }),
    attackAfter(`a ${purpose} code to one address is none for another`, incorrect[purpose], async (hub) => {
      const attackers = await codeFor(hub, purpose)
      const victims = await codeFor(hub, purpose)
      const code = victims.code === attackers.code ? wrongCode(victims.code) : attackers.code
      return { strike: () => type(hub, purpose, { email: victims.email, code }) }
    }),
  ]
}

export const codes = [...rowsFor('registration'), ...rowsFor('recovery')]
