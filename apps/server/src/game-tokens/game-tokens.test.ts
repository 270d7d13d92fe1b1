import Fastify from 'fastify'
import { createLocalJWKSet, createRemoteJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { expect } from 'vitest'
import { toOutcome } from '../../test/support/registration.ts'
import { test } from '../../test/support/shared-hub-test.ts'
import type { Player, TestHub } from '../../test/support/test-hub.ts'
import { createLoginTokens } from '../accounts/login-sessions/login-tokens.ts'
import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts'
import { createPlay } from './index.ts'

const getKeySetUrl = (hub: TestHub) => `${hub.url}/.well-known/jwks.json`

async function fetchToken(hub: TestHub, player: Player, project = 'islandm3') {
  const { data } = await hub.callOk('POST /play/token', { as: player, body: { project } })
  return data.result
}

test('a game server identifies the player with a token and the public key set', async ({ hub, player }) => {
  const { token, expiresAt } = await fetchToken(hub, player)
  const now = hub.clock.now()
  expect(expiresAt).toBe(now + 15 * MINUTE_MS)
  const { payload, protectedHeader } = await jwtVerify(
    token,
    createRemoteJWKSet(new URL(getKeySetUrl(hub))),
    {
      issuer: hub.url,
      audience: 'islandm3',
      typ: 'game+jwt',
      algorithms: ['ES256'],
      currentDate: new Date(now),
    },
  )
  expect(payload).toEqual({
    iss: hub.url,
    aud: 'islandm3',
    sub: player.userId,
    nickName: 'Test',
    jti: expect.any(String),
    iat: now / SECOND_MS,
    exp: expiresAt / SECOND_MS,
  })
  expect(protectedHeader.kid).toEqual(expect.any(String))
})

test('a game token expires after exactly fifteen minutes', async ({ hub }) => {
  const { token, expiresAt } = await fetchToken(hub, await hub.logIn())
  const keys = createRemoteJWKSet(new URL(getKeySetUrl(hub)))
  const at = (instant: number) => jwtVerify(token, keys, { currentDate: new Date(instant) })
  await at(expiresAt - 1)
  await expect(at(expiresAt)).rejects.toThrow('"exp" claim timestamp check failed')
})

test('the key set is public for any origin and contains only the game token key', async ({ hub }) => {
  const response = await fetch(getKeySetUrl(hub), { headers: { origin: 'https://game.example' } })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  expect(await response.json()).toEqual({
    keys: [
      {
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        kid: expect.any(String),
        alg: 'ES256',
        use: 'sig',
      },
    ],
  })
})

test('a game token is refused as a login token, and a login token as a game token', async ({
  hub,
  player,
}) => {
  const { token } = await fetchToken(hub, player)
  const { data } = await hub.callOk('GET /auth/check/{jwt}', { params: { jwt: token } })
  expect(data.result).toBe(false)
  expect(toOutcome(await hub.call('GET /me', { headers: { authorization: `Bearer ${token}` } }))).toBe(
    'UNAUTHORIZED',
  )
  const { db, config } = hub.context
  const loginTokens = await createLoginTokens(db, hub.clock, config.http.publicUrl)
  expect(await loginTokens.read(token)).toBeUndefined()
  expect(await loginTokens.read(player.jwt)).toBeDefined()

  const keys = createLocalJWKSet((await (await fetch(getKeySetUrl(hub))).json()) as JSONWebKeySet)
  const currentDate = new Date(hub.clock.now())
  await expect(jwtVerify(player.jwt, keys, { currentDate })).rejects.toThrow('no applicable key found')
})

test('a token requires an existing game and a logged-in player', async ({ hub, player }) => {
  const ask = (project: string, as?: Player) => hub.call('POST /play/token', { as, body: { project } })
  expect(toOutcome(await ask('no-such-game', player))).toBe('PROJECT_NOT_FOUND')
  expect(toOutcome(await ask('playhub', player))).toBe('PROJECT_NOT_FOUND')
  expect(toOutcome(await ask('', player))).toBe('BODY_INVALID')
  expect(toOutcome(await ask('islandm3'))).toBe('UNAUTHORIZED')
  const { token } = await fetchToken(hub, player, 'familytown')
  const keys = createRemoteJWKSet(new URL(getKeySetUrl(hub)))
  await expect(jwtVerify(token, keys, { audience: 'islandm3' })).rejects.toThrow('unexpected "aud"')
})

test('every token is unique, and all hubs on one database sign with the same key', async ({
  hub,
  player,
}) => {
  const { token } = await fetchToken(hub, player)
  expect((await fetchToken(hub, player)).token).not.toBe(token)
  const another = await createPlay({ ...hub.context, ...hub.context.accounts })
  const app = Fastify()
  another.registerKeySet(app)
  const { body } = await app.inject('/.well-known/jwks.json')
  await jwtVerify(token, createLocalJWKSet(JSON.parse(body)), { currentDate: new Date(hub.clock.now()) })
})
