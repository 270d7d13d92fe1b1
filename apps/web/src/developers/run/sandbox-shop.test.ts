import { expect, test } from 'vitest'
import { createSandboxShop } from './sandbox-shop.ts'

test('the checker sells without a code, and refuses each code before it shows its payment screen', async () => {
  const shown: string[] = []
  const shop = createSandboxShop(async ({ id }) => {
    shown.push(id)
    return 'pay'
  })
  await expect(shop.buy('coins-1', 'en', 'NO-SUCH-CODE')).rejects.toMatchObject({ code: 'UNKNOWN_CODE' })
  expect(shown).toEqual([])
  expect(await shop.buy('coins-1', 'en')).toMatchObject({ status: 'paid' })
})
