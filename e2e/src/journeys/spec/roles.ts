import { expect } from 'vitest'
import { register } from '../../environment/api.ts'
import type { Language } from '../../environment/translator.ts'
import { siteSteps } from '../../screens/steps/site.ts'
import { accountButton } from '../../steps/login.ts'
import { test } from './spec-test.ts'

export function walkRoles(language: Language): void {
  test.concurrent('a guest looks and plays; a token in the address makes a player, and stays', async ({
    environment,
    openWalk,
  }) => {
    const walk = await openWalk(language)
    const { go, page, path } = walk
    await go('/games/{lng}/islandm3/?play=1')
    await siteSteps.waitForGame(walk)
    await go('/settings')
    expect(path()).toBe(`/games/${language}/`)
    const { jwt } = await register(environment)
    await go(`/games/{lng}/?jwt=${jwt}`)
    await accountButton(page, language).waitFor()
    expect(page.url()).not.toContain('jwt')
    const [request] = await Promise.all([page.waitForRequest('**/api/me**'), go('/settings')])
    expect((await request.allHeaders()).authorization).toBe(`Bearer ${jwt}`)
    expect(path()).toBe('/settings')
  })

  test.concurrent('the source is web, or mobile where the address says so', async ({ openWalk, player }) => {
    const { page } = await openWalk(language, player)
    for (const [query, source] of [
      ['', 'web'],
      ['?source=mobile', 'mobile'],
    ]) {
      const [request] = await Promise.all([
        page.waitForRequest('**/api/payments/get-user-payments*'),
        page.goto(`/transactions${query}`),
      ])
      expect((await request.allHeaders()).source).toBe(source)
    }
  })

  test.concurrent('messages of a window that is not the game are ignored', async ({ openWalk, player }) => {
    const walk = await openWalk(language, player)
    const { go, page } = walk
    await go('/games/{lng}/islandm3/?play=1')
    await siteSteps.waitForGame(walk)
    // Messages arrive in order.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener('message', ({ data }) => data === 'last' && resolve())
          postMessage({ type: 'IFRAME_TO_PLAYHUB_ON_LOGOUT' }, '*')
          postMessage('last', '*')
        }),
    )
    expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBe(player.jwt)
  })
}
