import { expect, test } from 'vitest'
import { fetchGameToken, userAuthForGame } from './game-player.ts'

test('a guest has no game token and empty user data', async () => {
  await expect(fetchGameToken('islandm3')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  expect(await userAuthForGame('islandm3')).toEqual({
    currentAuthType: 'guest',
    userId: '',
    nickName: '',
    jwt: '',
    session: '',
  })
})
