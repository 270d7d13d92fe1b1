import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '../../../../src/platform/clock.ts'
import { password, solveCaptcha } from '../../../support/registration.ts'
import type { TestHub } from '../../../support/test-hub.ts'
import {
  type Outcome,
  type SecurityCase,
  securityCase,
  securityCaseAfter,
  send,
  toOutcome,
} from '../security-case.ts'

const invalid: Outcome = [400, 'CAPTCHA_INVALID']
const consent = true as const
const newEmail = () => `${randomUUID()}@example.org`

async function register(hub: TestHub, captcha: string): Promise<Outcome> {
  const body = { email: newEmail(), password, consent, captcha }
  return toOutcome(await hub.call('POST /auth/register-by-email', { body }))
}

type Solved = { challenge: { parameters: Record<string, unknown>; signature: string }; solution: object }

const tamperedSolution = (name: string, change: (solved: Solved) => unknown): SecurityCase =>
  securityCaseAfter(name, invalid, async (hub) => {
    const captcha = await solveCaptcha(hub, 'registration')
    const solved: Solved = JSON.parse(Buffer.from(captcha, 'base64').toString())
    change(solved)
    return { attack: () => register(hub, Buffer.from(JSON.stringify(solved)).toString('base64')) }
  })

/** A player whose account has reached the failed-login limit. */
async function lockedOutPlayer(hub: TestHub): Promise<{ email: string; password: string }> {
  const { email, password } = await hub.logIn(newEmail())
  const wrong = { email, password: 'WrongGuess1' }
  for (let guess = 0; guess < 5; guess++) await hub.call('POST /auth/login-by-email', { body: wrong })
  return { email, password }
}

const lockedOutCase = (
  name: string,
  expected: Outcome,
  createCaptcha: (hub: TestHub) => Promise<string | undefined>,
) =>
  securityCaseAfter(name, expected, async (hub) => {
    const form = await lockedOutPlayer(hub)
    const captcha = await createCaptcha(hub)
    return {
      attack: async () =>
        toOutcome(await hub.call('POST /auth/login-by-email', { body: { ...form, captcha } })),
    }
  })

export const captchas = [
  securityCase('registration without a captcha is refused', [400, 'BODY_INVALID'], (hub) =>
    send(hub, '/auth/register-by-email', { body: JSON.stringify({ email: newEmail(), password, consent }) }),
  ),
  securityCaseAfter('a captcha solution works once', invalid, async (hub) => {
    const captcha = await solveCaptcha(hub, 'registration')
    await register(hub, captcha)
    return { attack: () => register(hub, captcha), secrets: [captcha] }
  }),
  securityCaseAfter('a captcha solution for login is refused for registration', invalid, async (hub) => {
    const captcha = await solveCaptcha(hub, 'login')
    return { attack: () => register(hub, captcha), secrets: [captcha] }
  }),
  securityCaseAfter('a solution is valid for five minutes', invalid, async (hub) => {
    const captcha = await solveCaptcha(hub, 'registration')
    hub.clock.advance(5 * MINUTE_MS)
    return { attack: () => register(hub, captcha), secrets: [captcha] }
  }),
  tamperedSolution('the expiry of a solution cannot be changed', ({ challenge }) => {
    challenge.parameters.expiresAt = Number(challenge.parameters.expiresAt) + 600
  }),
  tamperedSolution('the nonce of a solution cannot be changed', ({ challenge }) => {
    challenge.parameters.nonce = '00'.repeat(16)
  }),
  tamperedSolution('the cost of a challenge cannot be changed', ({ challenge }) => {
    challenge.parameters.cost = 1
  }),
  tamperedSolution('a challenge without our signature is refused', ({ challenge }) => {
    challenge.signature = ''
  }),
  tamperedSolution('a forged solution is refused', (solved) => {
    solved.solution = { counter: 1, derivedKey: '00'.repeat(32) }
  }),
  lockedOutCase('a captcha solution for recovery is refused for login', invalid, (hub) =>
    solveCaptcha(hub, 'recovery'),
  ),
  lockedOutCase('a malformed captcha solution is refused for login', invalid, async () => 'e30='),
]
