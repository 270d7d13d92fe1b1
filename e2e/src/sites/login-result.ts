import type { ResultEnvelope } from '@playhub/contract/events'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { World } from '../environment/test-environment.ts'
import { readGameToken } from './game-token.ts'
import { heardBy } from './host-site.ts'

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

/** A result tells who plays, with a token for the project's game alone, which its server can check. */
export async function expectLogin(
  world: World,
  result: ResultEnvelope | undefined,
  player: Partial<Login>,
  project = 'islandm3',
): Promise<Login> {
  const login = { userId: expect.any(String), jwt: expect.any(String), session: '', ...player }
  expect(result).toEqual({ data: login, type: 'login', isError: false, errorCode: null })
  const { data } = result as { data: Login }
  const claims = await readGameToken(world, data.jwt)
  expect(claims).toMatchObject({ iss: world.hubUrl, aud: project, sub: data.userId })
  return data
}

/** A host hears who plays from the hub, and nothing else. */
export async function expectLoginHeard(world: World, host: Page, player: Partial<Login>): Promise<void> {
  const heard = await heardBy(host)
  expect(heard.map(({ origin }) => origin)).toEqual([world.hubUrl])
  await expectLogin(world, heard[0]?.data, player)
}
