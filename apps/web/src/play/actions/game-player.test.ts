import { expect, test } from 'vitest'
import { userAuthForGame } from './game-player.ts'
import { gameToken } from './game-token.ts'

test('of a guest there is nothing to prove', async () => {
  await expect(gameToken('islandm3')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  expect(await userAuthForGame('islandm3')).toEqual({
    currentAuthType: 'guest',
    userId: '',
    nickName: '',
    jwt: '',
    session: '',
  })
})
