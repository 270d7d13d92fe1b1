import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { readOnHub, runOnHub } from '../../../test/support/run-on-hub.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'
import { createLoginTokens } from '../../accounts/login-sessions/login-tokens.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'

const parseKid = (token: string) => decodeProtectedHeader(token).kid
const isAccepted = async (hub: TestHub, as: Player) => (await hub.call('GET /me', { as })).ok

async function fetchGameToken(hub: TestHub, as: Player): Promise<string> {
  const { data } = await hub.callOk('POST /play/token', { as, body: { project: 'islandm3' } })
  return data.result.token
}

/** Verifies a token like a game server, with the public keys from `hub.url`. */
function isGenuine(hub: TestHub, token: string): Promise<boolean> {
  const keys = createRemoteJWKSet(new URL(`${hub.url}/.well-known/jwks.json`))
  const verified = jwtVerify(token, keys, { currentDate: new Date(hub.clock.now()) })
  return verified.then(
    () => true,
    () => false,
  )
}

test('after a rotation new keys sign within ten minutes, and tokens of the old keys live out', async ({
  hub,
}) => {
  const old = await hub.logIn('anna@example.org')
  const { code, printed } = await runOnHub(hub, 'keys rotate --by boris --json')
  expect(code).toBe(0)
  const { keys } = JSON.parse(printed) as { keys: string[] }
  expect(keys).toHaveLength(2)

  // Published, but not used: hubs and game servers may not know it yet.
  hub.clock.advance(9 * MINUTE_MS)
  expect(keys).not.toContain(parseKid((await hub.logIn('clara@example.org')).jwt))
  const oldGameToken = await fetchGameToken(hub, old)
  expect(keys).not.toContain(parseKid(oldGameToken))

  hub.clock.advance(MINUTE_MS)
  const young = await hub.logIn('dora@example.org')
  expect(keys).toContain(parseKid(young.jwt))
  const gameToken = await fetchGameToken(hub, young)
  expect(keys).toContain(parseKid(gameToken))
  for (const token of [oldGameToken, gameToken]) expect(await isGenuine(hub, token)).toBe(true)
  for (const player of [old, young]) expect(await isAccepted(hub, player)).toBe(true)

  await hub.passTime(29 * DAY_MS)
  expect(await isAccepted(hub, old)).toBe(true)
})

test('an old key is deleted once no token of it can be valid', async ({ hub, player }) => {
  const { db } = hub.context
  const kids = async () => (await db.selectFrom('signingKeys').select('kid').execute()).map(({ kid }) => kid)
  expect(await kids()).toContain(parseKid(player.jwt))
  const { printed } = await runOnHub(hub, 'keys rotate --json')
  await hub.passTime(30 * DAY_MS + 3 * HOUR_MS)
  expect((await kids()).toSorted()).toEqual((JSON.parse(printed) as { keys: string[] }).keys.toSorted())
})

test('another hub of the database takes the new key without a restart', async ({ hub, player }) => {
  const { db, config } = hub.context
  const other = await createLoginTokens(db, hub.clock, config.http.publicUrl)
  await runOnHub(hub, 'keys rotate')
  hub.clock.advance(10 * MINUTE_MS)
  const young = await hub.logIn()
  expect(parseKid(young.jwt)).not.toBe(parseKid(player.jwt))
  expect(await other.read(young.jwt)).toMatchObject({ playerId: young.userId })
  expect(await other.read(player.jwt)).toMatchObject({ playerId: player.userId })
})

test('a rotation is in the audit log with who did it, and without the keys', async ({ hub }) => {
  const { keys } = await readOnHub(hub, 'keys rotate --by boris')
  const { printed } = await runOnHub(hub, 'audit --operator boris --json')
  const rows = JSON.parse(printed).data.result as { action: string; subject: string }[]
  expect(rows.map(({ action }) => action)).toEqual(Array(2).fill('signing-key.rotate'))
  expect(rows.map(({ subject }) => subject).toSorted()).toEqual(keys.toSorted())
  expect(printed).not.toContain('"d"')
})
