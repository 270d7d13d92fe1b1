import { randomUUID } from 'node:crypto'
import { type CaptchaSecrets, solveEasyCaptcha } from '@playhub/test-kit/easy-captcha'
import type { Page } from 'playwright-core'
import { query } from './database-orders.ts'
import type { TestEnvironment } from './environment.ts'
import type { AddedLanguage } from './languages.ts'
import type { Language } from './translator.ts'

export type ApiPlayer = { jwt: string; userId: string; email: string; password: string }

/** Calls the hub's API directly, to prepare what a test needs. @throws Error  on a refusal */
export async function call<T>(
  { hubUrl }: Pick<TestEnvironment, 'hubUrl'>,
  method: 'GET' | 'POST',
  path: string,
  options: { jwt?: string; body?: unknown; language?: Language | AddedLanguage } = {},
): Promise<T> {
  const response = await fetch(`${hubUrl}/api${path}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...(options.language && { 'frontend-language': options.language }),
      ...(options.jwt && { authorization: `Bearer ${options.jwt}` }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Creates a player's order. @returns  its id */
export async function createOrder(
  hub: Pick<TestEnvironment, 'hubUrl'>,
  jwt: string | undefined,
  { itemId = 'islandm3-hints', language }: { itemId?: string; language?: Language | AddedLanguage } = {},
): Promise<string> {
  const body = { itemId }
  return (await call<{ id: string }>(hub, 'POST', '/payments/create', { jwt, body, language })).id
}

type LoggedInResponse = { data: { result: { jwt: string; userId: string } } }

/** Registers a player by email, with captcha and code. */
export async function register(
  environment: Pick<TestEnvironment, 'hubUrl' | 'database' | 'codeFor'>,
  email = `player-${randomUUID()}@example.org`,
  password = 'Playhub2026',
): Promise<ApiPlayer> {
  const captcha = await solveEasyCaptcha(
    await readCaptchaSecrets(environment.database),
    'registration',
    Date.now(),
  )
  await call(environment, 'POST', '/auth/register-by-email', {
    body: { email, password, consent: true, captcha },
  })
  const code = await environment.codeFor(email)
  const response = await call<LoggedInResponse>(environment, 'POST', '/auth/send-verification-code', {
    body: { email, code },
  })
  return { ...response.data.result, email, password }
}

async function readCaptchaSecrets(database: string): Promise<CaptchaSecrets> {
  const statement = `select name, value from secrets where name like 'captcha-%'`
  const rows = await query<{ name: string; value: string }>(database, statement)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value])) as CaptchaSecrets
}

export async function logIn(
  environment: TestEnvironment,
  email: string,
  password: string,
): Promise<ApiPlayer> {
  const response = await call<LoggedInResponse>(environment, 'POST', '/auth/login-by-email', {
    body: { email, password },
  })
  return { ...response.data.result, email, password }
}

/** Stores a login in the page's local storage, so it opens logged in. */
export function storeLogin(page: Page, { jwt, userId, email }: ApiPlayer): Promise<unknown> {
  const login = { jwt, userId, nickName: email.split('@')[0], currentAuthType: 'mail', session: '' }
  return page.addInitScript((data) => {
    // Games and card forms are frames with their own storage.
    if (window.top !== window) return
    localStorage.setItem('access-token', data.jwt)
    localStorage.setItem('web-auth-data', JSON.stringify(data))
  }, login)
}
