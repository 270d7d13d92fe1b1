import { expect } from 'vitest'
import { register } from '../../environment/api.ts'
import type { Language } from '../../environment/translator.ts'
import { accountSteps } from '../../screens/steps/accounts.ts'
import { paymentSteps } from '../../screens/steps/payments.ts'
import { siteSteps } from '../../screens/steps/site.ts'
import { supportSteps } from '../../screens/steps/support.ts'
import { buyItem } from '../../steps/payment.ts'
import { test } from './spec-test.ts'

const socialMethods = ['google', 'apple', 'vk', 'yandex', 'telegram', 'facebook']
const footerDocuments = ['contacts', 'offer', 'terms', 'privacy', 'personalData']

export function walkScreens(language: Language): void {
  test.concurrent('login chooser: every method, registration and guest', async ({ openWalk }) => {
    const { go, page, t, path, stop } = await openWalk(language)
    await go('/session/login')
    for (const method of socialMethods)
      await page.getByRole('button', { name: t(`accounts:method.${method}`), exact: true }).waitFor()
    await page.getByRole('link', { name: t('accounts:method.mail'), exact: true }).waitFor()
    await page.getByRole('link', { name: t('accounts:chooser.register') }).waitFor()
    await stop()
    await page.getByText(t('accounts:chooser.guest')).click()
    await page.waitForURL(`**/games/${language}/`)
    expect(path()).toBe(`/games/${language}/`)
  })

  test.concurrent('email login has its fields and ways on; recovery leads to a new password and back', async ({
    openWalk,
  }) => {
    const walk = await openWalk(language)
    const { go, page, t, see, click, stop, path } = walk
    await go('/session/login/email')
    await page.getByRole('link', { name: t('accounts:chooser.register') }).waitFor()
    await stop()
    await page.getByRole('link', { name: t('accounts:login.forgot') }).click()
    await page.getByRole('heading', { level: 1, name: t('accounts:recovery.title') }).waitFor()
    await stop()
    await accountSteps.recover(walk)
    await stop()
    await page.getByLabel(t('accounts:field.newPassword')).fill('Another2027')
    await page.getByLabel(t('accounts:field.passwordRepeat')).fill('Another2027')
    await Promise.all([
      see('accounts:recovery.done', 'Password updated successfully'),
      click('accounts:recovery.save'),
    ])
    await page.waitForURL('**/session/login/email*')
    expect(path()).toBe('/session/login/email')
  })

  test.concurrent('payment: summary, providers, receipt email, price on the button, cancel after a question', async ({
    environment,
    openWalk,
  }) => {
    const walk = await openWalk(language, await register(environment))
    const { go, page, t, see, stop } = walk
    await go(await paymentSteps.newOrder(walk))
    await paymentSteps.waitForChoice(walk)
    const summary = page.getByRole('region', { name: t('payments:summary') })
    expect(await summary.locator('img').count()).toBe(2)
    for (const provider of ['stripe', 'yookassa', 'yandex-pay'])
      await page
        .getByRole('radio', { name: new RegExp(t(`payments:provider.${provider}`)) })
        .first()
        .waitFor()
    const price = /[$₽]/.exec((await summary.textContent()) ?? '')?.[0] ?? 'none'
    expect(price).toBe(language === 'ru' ? '₽' : '$')
    await page.getByRole('button', { name: price }).waitFor()
    expect(await page.getByLabel(t('payments:email.label')).inputValue()).toBe(walk.player?.email)
    await stop()
    await paymentSteps.cancel(walk)
    await see('payments:result.none.title')
    await stop()
  })

  test.concurrent('transactions: none, then rows that open with id, receipt, help, game and method; the help leads to support', async ({
    environment,
    openWalk,
  }) => {
    const player = await register(environment)
    const walk = await openWalk(language, player)
    const { go, page, t, see, click, stop } = walk
    await go('/transactions')
    await paymentSteps.waitForEmptyHistory(walk)
    await buyItem(environment, player, 'islandm3-hints')
    await go('/transactions')
    await paymentSteps.openTransaction(walk)
    const row = page.getByRole('main').getByRole('listitem').first()
    expect(await row.textContent()).toMatch(/\d{4}-\d{2}-\d{2}/)
    expect(await row.textContent()).toContain(t('common:status.paid'))
    expect(await row.textContent()).toContain('$')
    await see('payments:history.debitCard', 'debit card')
    await page.getByRole('button', { name: t('payments:history.receipt'), exact: true }).waitFor()
    await stop()
    await Promise.all([
      see('payments:history.idCopied', 'Payment ID copied!'),
      click('payments:history.copyId'),
    ])

    await page.getByRole('link', { name: t('payments:history.help') }).click()
    await supportSteps.waitForForm(walk)
    expect(await page.getByLabel(t('support:form.paymentId'), { exact: true }).inputValue()).toMatch(
      /^[\da-f-]{36}$/,
    )
    for (const reason of ['DROP_NOT_CREDITED', 'OTHER'])
      await page.getByRole('radio', { name: new RegExp(t(`support:reason.${reason}`)) }).waitFor()
    expect(await page.getByLabel(t('support:form.email')).inputValue()).toBe(player.email)
    await stop()
    await page.getByRole('radio', { name: t('support:reason.OTHER') }).check()
    await click('support:form.send')
    await see('support:received', 'We have received your request and will contact you via email shortly.')
    await stop()
  })

  test.concurrent('catalogue, game page, and the game in a frame with its language', async ({ openWalk }) => {
    const walk = await openWalk(language)
    const { go, page, t, stop } = walk
    await go('/games/{lng}/')
    await page.getByText(t('catalogue:inDevelopment')).first().waitFor()
    expect(await page.locator('main a[href*="skyport"]').count()).toBe(0)
    await stop()
    await page.locator(`main a[href="/games/${language}/islandm3/"]`).first().click()
    await page.waitForURL('**/islandm3/')
    await stop()
    await page.getByRole('main').locator('a[href="?play=1"]').click()
    const address = await page.locator('#game-frame').getAttribute('src')
    expect(new URL(address ?? '').searchParams.get('lng')).toBe(language)
    await siteSteps.waitForGame(walk)
    await stop()
  })

  test.concurrent('single game: the age question, then the frame and its five links', async ({
    openWalk,
  }) => {
    const walk = await openWalk(language)
    const { go, page, t, stop } = walk
    await go(siteSteps.singleGameUrl(walk))
    await stop()
    await siteSteps.openSingleGame(walk)
    for (const link of ['support', 'terms', 'privacy', 'exempt2257', 'complaints'])
      await page
        .getByRole('link', { name: t(`play:single.${link}`) })
        .first()
        .waitFor()
    await stop()
  })

  test.concurrent('prices of every game, and of one that is chosen', async ({ openWalk }) => {
    const { go, page, t, stop } = await openWalk(language)
    await go('/prices')
    for (const project of ['familytown', 'neuroarena', 'islandm3'])
      await page.locator(`#item-${project}-hints, [id^="item-${project}-"]`).first().waitFor()
    await stop()
    await page.locator('main a[href^="/prices/islandm3"]').first().click()
    await page.waitForURL('**/prices/islandm3**')
    await page.locator('[id^="item-familytown-"]').first().waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: t('prices:title') }).waitFor()
  })

  test.concurrent('header and footer: languages, user menu, login, close with a question, documents, metadata', async ({
    environment,
    openWalk,
  }) => {
    const player = await register(environment)
    const walk = await openWalk(language, player)
    const { go, page, t, see, stop } = walk
    await go('/games/{lng}/')
    await siteSteps.openAccountMenu(walk)
    const menu = page.getByRole('banner')
    await menu.getByText(t('common:header.signedInBy', { method: t('common:authMethod.mail') })).waitFor()
    await menu.getByText(player.userId).waitFor()
    for (const item of ['settings', 'transactions'])
      await menu.getByRole('link', { name: t(`common:header.${item}`) }).waitFor()
    await stop()
    await siteSteps.openLanguageMenu(walk)
    await menu.getByRole('link', { name: 'Русский' }).waitFor()
    await menu.getByRole('link', { name: 'English' }).waitFor()

    await go('/games/{lng}/?source=mobile')
    await siteSteps.askToClose(walk)
    await stop()

    await go('/games/{lng}/')
    const footer = page.getByRole('contentinfo')
    expect(await footer.textContent()).toContain('©')
    for (const name of footerDocuments) {
      const link = footer.getByRole('link', { name: t(`common:footer.${name}`) }).first()
      const href = (await link.getAttribute('href')) ?? ''
      expect(href).toMatch(/^\/docs\/[\w-]+\.html/)
      expect((await fetch(environment.hubUrl + href)).status).toBe(200)
    }
    for (const name of ['url', 'type', 'title', 'description', 'image', 'site_name'])
      expect(await page.locator(`meta[property="og:${name}"]`).getAttribute('content')).toBeTruthy()
    for (const name of ['description', 'keywords'])
      expect(await page.locator(`meta[name="${name}"]`).getAttribute('content')).toBeTruthy()
    for (const rel of ['icon', 'apple-touch-icon'])
      expect(await page.locator(`link[rel="${rel}"]`).count()).toBe(1)
    await siteSteps.openAccountMenu(walk)
    await Promise.all([see('common:header.signedOut'), walk.click('common:header.signOut')])
    await menu
      .getByRole('link', { name: t('common:header.signIn') })
      .first()
      .waitFor()
  })

  test.concurrent('the error screen has its heading and the message', async ({ openWalk }) => {
    const walk = await openWalk(language)
    await walk.go('/prices')
    await siteSteps.failPageScript(walk)
    await walk.see('errors:screen.heading', 'Unexpected Application Error!')
    await walk.stop()
  })
}
