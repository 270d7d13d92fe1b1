/** Registration by email, step by step: the captcha, the form, the code from the email. */
import type { LoggedIn, RouteRequest } from '@playhub/contract'
import { solveEasyCaptcha as solve } from '@playhub/test-kit/easy-captcha'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { loadOrCreateSecret } from '../../src/platform/keys/secrets.ts'
import type { TestHub } from './test-hub.ts'

export const password = 'Island2030'

type Purpose = RouteRequest<'GET /captcha/challenge'>['query']['purpose']

/** Solves a captcha as the widget does, which takes a core about a second. @returns  the request body's `captcha` */
export async function solveCaptcha(hub: TestHub, purpose: Purpose): Promise<string> {
  const challenge = (await hub.callOk('GET /captcha/challenge', {
    query: { purpose },
  })) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** Solves an easy captcha instead, which the test creates. @returns  the request body's `captcha` */
export async function solveEasyCaptcha(
  { context: { db }, clock }: TestHub,
  purpose: Purpose,
): Promise<string> {
  const secrets = {
    'captcha-signature': await loadOrCreateSecret(db, 'captcha-signature'),
    'captcha-key-signature': await loadOrCreateSecret(db, 'captcha-key-signature'),
  }
  return solve(secrets, purpose, clock.now())
}

export type ReceivedEmail = { to: string; subject: string; text: string; html: string }

/** Runs due jobs. @returns  the emails to `email`, newest first */
export async function emailsTo(hub: TestHub, email: string): Promise<ReceivedEmail[]> {
  await hub.runDueJobs()
  const response = await fetch(`${hub.sandboxUrl}/mail/messages?to=${encodeURIComponent(email)}`)
  return (await response.json()) as ReceivedEmail[]
}

/** Other emails may arrive after it: due email jobs run concurrently. */
export async function newestCode(hub: TestHub, email: string): Promise<string> {
  const codes = (await emailsTo(hub, email)).flatMap(({ text }) => text.match(/\b\d{6}\b/) ?? [])
  const code = codes[0]
  if (!code) throw new Error(`No code was mailed to ${email}`)
  return code
}

/** Requests a recovery of the password and enters its code. @returns  the ticket for the new password */
export async function requestResetTicket(hub: TestHub, email: string): Promise<string> {
  await hub.callOk('POST /auth/recovery-password', { body: { email } })
  const code = await newestCode(hub, email)
  const body = { email, code }
  return (await hub.callOk('POST /auth/send-recovery-password-code', { body })).resetTicket
}

/** Six digits other than `code`. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/** Submits the registration form. */
export async function beginRegistration(hub: TestHub, email: string, chosen = password) {
  const captcha = await solveEasyCaptcha(hub, 'registration')
  return hub.call('POST /auth/register-by-email', {
    body: { email, password: chosen, consent: true, captcha },
  })
}

export async function register(hub: TestHub, email: string, chosen = password): Promise<LoggedIn> {
  await beginRegistration(hub, email, chosen)
  const code = await newestCode(hub, email)
  const { data } = await hub.callOk('POST /auth/send-verification-code', { body: { email, code } })
  return data.result
}

/** 'ok', or the refusal's code. */
export function toOutcome({ ok, body }: { ok: boolean; body: unknown }): string {
  return ok ? 'ok' : (body as { code: string }).code
}
