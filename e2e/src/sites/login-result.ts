import type { ResultEnvelope } from '@playhub/contract/events'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestEnvironment } from '../environment/environment.ts'
import { receivedBy } from './host-site.ts'

export type Login = {
  currentAuthType: string
  nickName: string
  userId: string
  jwt: string
  session: string
}

export const failure = (errorCode: number, type = 'login') => ({
  data: null,
  type,
  isError: true,
  errorCode,
})

/** A login result names the player, with a token for the project's game server alone. */
export async function expectLogin(
  environment: TestEnvironment,
  result: ResultEnvelope | undefined,
  player: Partial<Login>,
  project = 'islandm3',
): Promise<Login> {
  const login = { userId: expect.any(String), jwt: expect.any(String), session: '', ...player }
  expect(result).toEqual({ data: login, type: 'login', isError: false, errorCode: null })
  const { data } = result as { data: Login }
  expect(await verifyGameToken(environment, data.jwt, project)).toMatchObject({ sub: data.userId })
  return data
}

/** A host page receives one message, from the hub, with the login result. */
export async function expectLoginReceived(
  environment: TestEnvironment,
  host: Page,
  player: Partial<Login>,
): Promise<void> {
  const received = await receivedBy(host)
  expect(received.map(({ origin }) => origin)).toEqual([environment.hubUrl])
  await expectLogin(environment, received[0]?.data, player)
}

/** Verifies a game token as a game's server does, by the hub's public keys alone. */
async function verifyGameToken(environment: TestEnvironment, token: string, audience: string) {
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', environment.hubUrl))
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['ES256'],
    typ: 'game+jwt',
    issuer: environment.hubUrl,
    audience,
  })
  return payload
}
