import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '../../../../platform/clock.ts'
import { password, solveCaptcha } from '../../../../testing/registration.ts'
import type { TestHub } from '../../../../testing/test-hub.ts'
import { type Attack, attack, attackAfter, type Outcome, outcomeOf, send } from '../attack.ts'

const invalid: Outcome = [400, 'CAPTCHA_INVALID']
const consent = true as const
const newEmail = () => `${randomUUID()}@example.org`

async function register(hub: TestHub, captcha: string): Promise<Outcome> {
  const body = { email: newEmail(), password, consent, captcha }
  return outcomeOf(await hub.call('POST /auth/register-by-email', { body }))
}

type Solved = { challenge: { parameters: Record<string, unknown>; signature: string }; solution: object }

const tampered = (name: string, change: (solved: Solved) => unknown): Attack =>
  attackAfter(name, invalid, async (hub) => {
    const captcha = await solveCaptcha(hub, 'registration')
    const solved: Solved = JSON.parse(Buffer.from(captcha, 'base64').toString())
    change(solved)
    return { strike: () => register(hub, Buffer.from(JSON.stringify(solved)).toString('base64')) }
  })

/** Somebody who has failed five times to sign in. */
async function suspect(hub: TestHub): Promise<{ email: string; password: string }> {
  const { email, password } = await hub.signIn(newEmail())
  const wrong = { email, password: 'WrongGuess1' }
  for (let guess = 0; guess < 5; guess++) await hub.call('POST /auth/login-by-email', { body: wrong })
  return { email, password }
}

const suspectWith = (
  name: string,
  expected: Outcome,
  captchaOf: (hub: TestHub) => Promise<string | undefined>,
) =>
  attackAfter(name, expected, async (hub) => {
    const form = await suspect(hub)
    const captcha = await captchaOf(hub)
    return {
      strike: async () =>
        outcomeOf(await hub.call('POST /auth/login-by-email', { body: { ...form, captcha } })),
    }
  })

export const robotChecks = [
  attack('nobody registers without a robot check', [400, 'BODY_INVALID'], (hub) =>
    send(hub, '/auth/register-by-email', { body: JSON.stringify({ email: newEmail(), password, consent }) }),
  ),
  attackAfter('a solution serves once', invalid, async (hub) => {
    const captcha = await solveCaptcha(hub, 'registration')
    await register(hub, captcha)
    return { strike: () => register(hub, captcha), secrets: [captcha] }
  }),
  attackAfter('a solution for signing in does not register anybody', invalid, async (hub) => {
    const captcha = await solveCaptcha(hub, 'login')
    return { strike: () => register(hub, captcha), secrets: [captcha] }
  }),
  attackAfter('a solution holds for five minutes', invalid, async (hub) => {
    const captcha = await solveCaptcha(hub, 'registration')
    hub.clock.advance(5 * MINUTE_MS)
    return { strike: () => register(hub, captcha), secrets: [captcha] }
  }),
  tampered('nobody gives a solution more time', ({ challenge }) => {
    challenge.parameters.expiresAt = Number(challenge.parameters.expiresAt) + 600
  }),
  tampered('nobody gives a solution another name', ({ challenge }) => {
    challenge.parameters.nonce = '00'.repeat(16)
  }),
  tampered('nobody makes the work easier', ({ challenge }) => {
    challenge.parameters.cost = 1
  }),
  tampered('a challenge without our signature is none', ({ challenge }) => {
    challenge.signature = ''
  }),
  tampered('a solution that was not worked out is none', (solved) => {
    solved.solution = { counter: 1, derivedKey: '00'.repeat(32) }
  }),
  suspectWith(
    'after five failures nobody signs in without a robot check',
    [428, 'CAPTCHA_REQUIRED'],
    async () => undefined,
  ),
  suspectWith('a solution for recovery does not sign in', invalid, (hub) => solveCaptcha(hub, 'recovery')),
  suspectWith('text that is no solution does not sign in', invalid, async () => 'e30='),
]
