import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '../../../../src/platform/clock.ts'
import { beginRegistration, newestCode, wrongCode } from '../../../support/registration.ts'
import type { TestHub } from '../../../support/test-hub.ts'
import { type Outcome, securityCaseAfter, toOutcome } from '../security-case.ts'

type Purpose = 'registration' | 'recovery'

const requests = {
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
    await hub.logIn(email)
    await hub.callOk('POST /auth/recovery-password', { body: { email } })
  }
  return { email, code: await newestCode(hub, email) }
}

async function type(hub: TestHub, purpose: Purpose, body: { email: string; code: string }): Promise<Outcome> {
  return toOutcome(await hub.call(requests[purpose], { body }))
}

const rowsFor = (purpose: Purpose) => {
  const other = purpose === 'registration' ? 'recovery' : 'registration'
  return [
    securityCaseAfter(`a wrong ${purpose} code is refused`, incorrect[purpose], async (hub) => {
      const { email, code } = await codeFor(hub, purpose)
      return { attack: () => type(hub, purpose, { email, code: wrongCode(code) }) }
    }),
    securityCaseAfter(
      `after five guesses the right ${purpose} code is refused`,
      [410, 'CODE_EXPIRED'],
      async (hub) => {
        const { email, code } = await codeFor(hub, purpose)
        for (let guess = 0; guess < 5; guess++) await type(hub, purpose, { email, code: wrongCode(code) })
        return { attack: () => type(hub, purpose, { email, code }), secrets: [code] }
      },
    ),
    securityCaseAfter(`a ${purpose} code works once`, incorrect[purpose], async (hub) => {
      const used = await codeFor(hub, purpose)
      await type(hub, purpose, used)
      return { attack: () => type(hub, purpose, used), secrets: [used.code] }
    }),
    securityCaseAfter(
      `a ${purpose} code of ten minutes ago is refused`,
      [410, 'CODE_EXPIRED'],
      async (hub) => {
        const old = await codeFor(hub, purpose)
        hub.clock.advance(10 * MINUTE_MS)
        return { attack: () => type(hub, purpose, old), secrets: [old.code] }
      },
    ),
    securityCaseAfter(`a ${other} code is refused as a ${purpose} code`, incorrect[purpose], async (hub) => {
      const foreign = await codeFor(hub, other)
      return { attack: () => type(hub, purpose, foreign), secrets: [foreign.code] }
    }),
    securityCaseAfter(
      `a ${purpose} code for one address is refused for another`,
      incorrect[purpose],
      async (hub) => {
        const attackers = await codeFor(hub, purpose)
        const victims = await codeFor(hub, purpose)
        const code = victims.code === attackers.code ? wrongCode(victims.code) : attackers.code
        return { attack: () => type(hub, purpose, { email: victims.email, code }) }
      },
    ),
  ]
}

export const codes = [...rowsFor('registration'), ...rowsFor('recovery')]
