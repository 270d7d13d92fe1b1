/** Requests of unchanged portal games to the hub's page. */
import { expect } from 'vitest'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { openPortalGame, startPortalGames } from '../../sites/portal-games.ts'

const t = translator('en')
const test = journey({ start: startPortalGames })

test('a link of a Poki game opens in a new tab once the player agrees', async ({ environment, tab }) => {
  const { page, context } = tab
  const game = await openPortalGame(page, 'runner')
  const url = `${environment.hubUrl}/robots.txt`
  const ask = () => game.evaluate((link) => window.PokiSDK.openExternalLink(link), url)
  const dialog = page.getByRole('dialog', { name: t('play:link.title', { host: new URL(url).host }) })

  await ask()
  await dialog.getByRole('button', { name: t('common:cancel') }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.id === 'game-frame')
  expect(context.pages()).toHaveLength(1)

  await ask()
  const opened = context.waitForEvent('page')
  await dialog.getByRole('button', { name: t('play:link.open') }).click()
  expect((await opened).url()).toBe(url)
})

test('a game in full screen asks over the game', async ({ page }) => {
  const game = await openPortalGame(page, 'runner')
  await page.getByRole('button', { name: t('play:fullScreen') }).click()
  await page.waitForFunction(() => document.fullscreenElement?.id === 'game-container')
  await game.evaluate(() => window.PokiSDK.openExternalLink('http://localhost/'))
  const dialog = page.getByRole('dialog', { name: t('play:link.title', { host: 'localhost' }) })
  await dialog.getByRole('button', { name: t('common:cancel') }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.fullscreenElement?.id)).toBe('game-container')
})

test('a link that is no web address is not opened', async ({ page }) => {
  const game = await openPortalGame(page, 'runner')
  await game.evaluate(async () => {
    window.PokiSDK.openExternalLink('javascript:alert(1)')
    await window.PokiSDK.shareableURL({})
  })
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('the share button shares the invitation of a CrazyGames game', async ({ environment, page }) => {
  const game = await openPortalGame(page, 'maze')
  const copyLink = async () => {
    await page.getByRole('button', { name: t('play:share') }).click()
    await page.getByText(t('play:linkCopied')).first().waitFor()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const invite = await game.evaluate(() => window.CrazyGames.SDK.game.showInviteButton({ room: 'blue' }))
  expect(invite).toBe(`${environment.hubUrl}/games/en/maze/?launch.room=blue`)
  await expect.poll(copyLink).toBe(invite)
  await game.evaluate(() => window.CrazyGames.SDK.game.hideInviteButton())
  await expect.poll(copyLink).toBe(`${environment.hubUrl}/games/en/maze/`)
})

test('a report to support has the context of a CrazyGames game', async ({ openTab, player }) => {
  const { page } = await openTab({ player })
  const game = await openPortalGame(page, 'maze')
  await game.evaluate(async () => {
    window.CrazyGames.SDK.game.setGameContext({ level: 7 })
    await window.CrazyGames.SDK.user.getUser()
  })
  await page.getByRole('button', { name: t('play:reportProblem') }).click()
  const message = page.getByLabel(t('support:form.message'))
  await expect.poll(() => message.inputValue()).toContain('In the game: {"level":7}')
})

declare const window: {
  PokiSDK: { openExternalLink(url: string): void; shareableURL(params: object): Promise<string> }
  CrazyGames: {
    SDK: {
      game: {
        showInviteButton(params: object): string
        hideInviteButton(): void
        setGameContext(context: object): void
      }
      user: { getUser(): Promise<unknown> }
    }
  }
}
