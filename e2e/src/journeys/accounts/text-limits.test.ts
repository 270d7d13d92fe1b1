/** Fields keep pasted text whole, say how much of it is too long, and send it when it fits. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { register } from '../../environment/api.ts'
import { journey } from '../../environment/journey.ts'
import {
  consoleTranslator,
  type Language,
  testedLanguages,
  translator,
} from '../../environment/translator.ts'
import { openOwnerSession, useSession } from '../../steps/operator-session.ts'

const test = journey()

/** Pastes, as typing would, and expects the whole text in the field. */
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill('')
  await field.focus()
  await page.keyboard.insertText(text)
  expect(await field.inputValue()).toBe(text)
}

/** The field's description, as screen readers read it. */
const describe = (field: Locator) =>
  field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

const tooLong: Record<Language, [one: string, few: string, many: string]> = {
  en: ['1 character too long', '2 characters too long', '1,005 characters too long'],
  ru: ['Слишком длинно: на 1 знак', 'Слишком длинно: на 2 знака', 'Слишком длинно: на 1005 знаков'],
}

for (const language of testedLanguages('ru')) {
  test(`a player learns how much of a message is too long (${language})`, async ({ openTab, player }) => {
    const { page } = await openTab({ player, language })
    const t = translator(language)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto('/transactions/help')
    const field = page.getByLabel(t('support:form.message'))
    const send = page.getByRole('button', { name: t('support:form.send') })
    await page.getByLabel(t('support:reason.OTHER')).check()
    const [one, few, many] = tooLong[language]
    for (const [length, message] of [
      [4001, one],
      [4002, few],
      [5005, many],
    ] as const) {
      await paste(page, field, 'x'.repeat(length))
      const found = (await describe(field)).replaceAll('\u00a0', '')
      expect(found).toContain(message)
      expect(await field.getAttribute('aria-invalid')).toBe('true')
    }
    await send.click()
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(requests.filter((url) => url.includes('send-letter-support'))).toEqual([])
    await paste(page, field, `  ${'x'.repeat(4000)}  `)
    expect(await field.getAttribute('aria-invalid')).toBeNull()
    await page
      .locator('[aria-live=polite]')
      .getByText(/4.?000/)
      .first()
      .waitFor()
    await paste(page, field, 'Short')
    expect(await describe(field)).not.toMatch(/\d/)
    await send.click()
    await page.waitForURL(/ticket=/)
  })
}

test('names are counted as their rule counts them', async ({ openTab, player }) => {
  const { page } = await openTab({ player })
  const t = translator('en')
  await page.goto('/settings')
  const field = page.getByLabel(t('profile:about.firstName'))
  await paste(page, field, 'Ю\u0301'.repeat(10))
  expect(await field.getAttribute('aria-invalid')).toBeNull()
  await paste(page, field, 'Б'.repeat(13))
  expect(await describe(field)).toContain('3 characters too long')
})

test('an operator sends no note, reason or answer that is too long', async ({ environment, openTab }) => {
  const { page, context } = await openTab()
  const owner = await openOwnerSession(environment)
  await useSession(context, environment, owner)
  const t = consoleTranslator('en')
  const button = (id: string) => page.getByRole('button', { name: t(id), exact: true })
  const posted: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && posted.push(request.url()))
  const player = await register(environment, `long-${Date.now().toString(36)}@example.org`)
  await page.goto(`/console/players/${player.userId}/notes`)
  const note = page.getByLabel(t('players:notes.text'))
  await paste(page, note, 'n'.repeat(5001))
  expect(await describe(note)).toContain('1 character too long')
  await button('players:notes.add').click()
  await page.goto(`/console/players/${player.userId}`)
  await button('players:ban.button').click()
  const reason = page.getByRole('dialog').getByLabel(t('common:confirm.reason'))
  await paste(page, reason, 'r'.repeat(300))
  expect(await describe(reason)).toContain('50 characters too long')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('players:ban.confirm') })
    .click()
  expect(await reason.evaluate((element) => element === document.activeElement)).toBe(true)
  const { body } = await owner.call('GET', '/tickets?state=open')
  const [ticket] = (body as { data: { result: { id: string }[] } }).data.result
  await page.goto(`/console/tickets/${ticket?.id}`)
  const answer = page.getByRole('textbox', { name: /^Answer to / })
  await paste(page, answer, 'a'.repeat(5100))
  expect(await describe(answer)).toContain('100 characters too long')
  await page.getByText(t('tickets:draft.local')).waitFor()
  await button('tickets:answer.send').click()
  expect(posted).toEqual([])
  await page.reload()
  expect(await answer.inputValue()).toBe('a'.repeat(5100))
})
