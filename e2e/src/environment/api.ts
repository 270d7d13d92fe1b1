import { randomUUID } from 'node:crypto'
import type { Challenge } from 'altcha-lib'
import { solveChallenge } from './robot.ts'
import type { World } from './test-environment.ts'
import type { Language } from './translator.ts'

export type ApiPlayer = { jwt: string; userId: string; email: string; password: string }

/** Calls the hub as a game's own page would not: straight, for setting a scene. */
export async function call<T>(
  world: World,
  method: 'GET' | 'POST',
  path: string,
  options: { jwt?: string; body?: unknown; language?: Language } = {},
): Promise<T> {
  const response = await fetch(`${world.hubUrl}/api${path}`, {
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

type SignedInAnswer = { data: { result: { jwt: string; userId: string } } }

/** Registers somebody by email, robot check and code included. */
export async function register(
  world: World,
  email = `player-${randomUUID()}@example.org`,
  password = 'Playhub2026',
): Promise<ApiPlayer> {
  const challenge = await call<Challenge>(world, 'GET', '/captcha/challenge?purpose=registration')
  const captcha = await solveChallenge(challenge)
  await call(world, 'POST', '/auth/register-by-email', { body: { email, password, consent: true, captcha } })
  const letter = await world.letterTo(email)
  const code = /\b\d{6}\b/.exec(letter.text)?.[0]
  const answer = await call<SignedInAnswer>(world, 'POST', '/auth/send-verification-code', {
    body: { email, code },
  })
  return { ...answer.data.result, email, password }
}

export async function signIn(world: World, email: string, password: string): Promise<ApiPlayer> {
  const answer = await call<SignedInAnswer>(world, 'POST', '/auth/login-by-email', {
    body: { email, password },
  })
  return { ...answer.data.result, email, password }
}
