/** The settings, as a player who means to tidy up goes through them. */
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiPlayer, call, register, signIn } from '../environment/api.ts'
import { newVisitor, openBrowser, type Visitor } from '../environment/browser.ts'
import { eventually, startWorld, type World } from '../environment/test-environment.ts'
import { wordsIn } from '../environment/translator.ts'
import { hasFocus } from '../steps/keyboard.ts'

const words = wordsIn('en')
const newPassword = 'Playhub2027'
let world: World
let browser: Browser
let player: ApiPlayer
let visitor: Visitor
let page: Page

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  player = await register(world)
  visitor = await newVisitor(browser, { baseUrl: world.hubUrl })
  page = visitor.page
  await page.goto('/prices')
  await page.evaluate((jwt) => localStorage.setItem('access-token', jwt), player.jwt)
  await page.goto('/settings')
})
afterAll(async () => {
  await visitor?.context.close()
  await browser?.close()
  await world?.close()
})

const button = (path: string, values?: Record<string, string>) =>
  page.getByRole('button', { name: words(path, values), exact: true })
const inQuestion = (path: string) =>
  page.getByRole('dialog').getByRole('button', { name: words(path), exact: true })
const field = (path: string) => page.getByLabel(words(path), { exact: true })
const see = (path: string, values?: Record<string, string>) =>
  page.getByText(words(path, values)).first().waitFor()

const isSignedIn = (jwt: string) =>
  call(world, 'GET', '/me', { jwt }).then(
    () => true,
    () => false,
  )

test('a name is kept, and the hub calls the player by it', async () => {
  await field('profile:about.firstName').fill('Анна')
  await field('profile:about.lastName').fill('Petrova')
  await button('profile:save').first().click()
  await see('profile:about.saved')
  await page.getByRole('main').getByText('Анна Petrova').waitFor()
  await page.reload()
  expect(await field('profile:about.firstName').inputValue()).toBe('Анна')
})

test('what is written while a name is being saved stays, and is saved next', async () => {
  const save = button('profile:save').first()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/me/names', (route) => held.then(() => route.continue()), { times: 1 })
  await field('profile:about.firstName').fill('Anna')
  await Promise.all([page.waitForRequest('**/api/me/names'), save.click()])
  await field('profile:about.lastName').fill('Ivanova')
  letGo()
  await page.getByRole('main').getByText('Anna Petrova').waitFor()
  expect(await field('profile:about.lastName').inputValue()).toBe('Ivanova')
  await save.click()
  await page.getByRole('main').getByText('Anna Ivanova').waitFor()
  await field('profile:about.lastName').fill('Petrova')
  await save.click()
  await page.getByRole('main').getByText('Anna Petrova').waitFor()
  await page.reload()
  expect(await field('profile:about.firstName').inputValue()).toBe('Anna')
})

test('an account at Google is linked and unlinked, and the focus stays on its row', async () => {
  await see('profile:ways.last')
  await button('profile:ways.linkNamed', { method: 'Google' }).click()
  await page.getByRole('link', { name: /Anna Petrova/ }).click()
  await see('profile:ways.linked', { method: 'Google' })
  await page.getByText(/anna@sandbox\.example · linked/).waitFor()
  await button('profile:ways.unlinkNamed', { method: 'Google' }).click()
  await inQuestion('profile:ways.unlink').click()
  await see('profile:ways.unlinked', { method: 'Google' })
  const link = button('profile:ways.linkNamed', { method: 'Google' })
  await link.waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await eventually(async () => (await hasFocus(link)) || undefined, 'the focus on the row')
})

test('a change of mind at the provider changes nothing, and nothing is said', async () => {
  await button('profile:ways.linkNamed', { method: 'Google' }).click()
  await page.getByRole('link', { name: 'Refuse' }).click()
  await page.waitForURL('**/settings')
  await see('profile:ways.last')
  expect((await page.getByRole('alert').allTextContents()).join('')).toBe('')
})

test('a new password ends the logins of other devices, and not this one', async () => {
  const elsewhere = await signIn(world, player.email, player.password)
  await button('profile:password.changeNamed').click()
  await field('profile:password.current').fill(player.password)
  await field('accounts:field.newPassword').fill(newPassword)
  await field('accounts:field.passwordRepeat').fill(newPassword)
  await button('profile:password.save').click()
  await see('profile:password.changed')
  expect(await isSignedIn(elsewhere.jwt)).toBe(false)
  expect(await isSignedIn(player.jwt)).toBe(true)
})

test('a login elsewhere is seen and ended', async () => {
  const elsewhere = await signIn(world, player.email, newPassword)
  await page.reload()
  const device = words('profile:devices.unknown')
  await button('profile:devices.endNamed', { device }).click()
  await see('profile:devices.ended')
  await button('profile:devices.endNamed', { device }).waitFor({ state: 'detached' })
  expect(await isSignedIn(elsewhere.jwt)).toBe(false)
})

test('everything the hub knows comes as a file', async () => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button('profile:data.download').click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^playhub-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(data.sections.account).toMatchObject({ userId: player.userId, email: player.email })
})

test('an account that is to be deleted says so on every page, and is kept by one press', async () => {
  await page.goto('/auth/deletion-personal-data')
  await page.getByRole('link', { name: 'delete the account yourself' }).click()
  await inQuestion('profile:deletion.confirm').click()
  await see('profile:deletion.askedText')
  await page.waitForURL(({ search }) => search === '')
  await page.goto('/games/en/')
  await page.getByRole('banner').getByTitle(words('common:header.account')).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: words('common:header.keepAccount') })
    .click()
  await button('profile:deletion.keep').first().click()
  await see('profile:deletion.kept')
  await button('profile:data.deleteAction').waitFor()
})

test('logging out everywhere leads out to the catalogue', async () => {
  await button('profile:devices.everywhere').click()
  await inQuestion('profile:devices.everywhere').click()
  await see('profile:devices.everywhereDone')
  await page.waitForURL('**/games/en/')
  expect(await isSignedIn(player.jwt)).toBe(false)
  expect(visitor.complaints).toEqual([])
})
