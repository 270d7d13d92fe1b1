/**
 * Finding a game among many, and finding it again: by keyboard, without scripts, as a guest and signed in; and the game
 * that stands outside of them, behind a question about the age.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, register } from '../environment/api.ts'
import { accessibilityViolations, newVisitor, openBrowser, type Visitor } from '../environment/browser.ts'
import { addSingleGame, copyContent, withoutItems } from '../environment/content.ts'
import { startWorld, type World } from '../environment/test-environment.ts'
import { wordsIn } from '../environment/translator.ts'
import { siteSteps } from '../screens/steps/site.ts'
import { keepSignedIn } from '../screens/visit.ts'

const words = wordsIn('en')
/** Copies of Treasure Island, so that one page does not hold every game. */
const lanterns = 27
const gamesPerPage = 24
/** Every project of the content; one in development is listed too. */
let listed: number
let world: World
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  const content = copyContent()
  for (let n = 1; n <= lanterns; n++) {
    const change = (yaml: string) =>
      withoutItems(yaml)
        .replace('en: Treasure Island M3', `en: Lantern ${n}`)
        .replace(/ {2}shareArt: .*\n/, '')
    content.project('islandm3', change, `lantern-${n}`)
  }
  listed = readdirSync(join(content.dir, 'projects')).length
  addSingleGame(content)
  ;[world, browser] = await Promise.all([startWorld({ CONTENT_DIR: content.dir }), openBrowser()])
  visitor = await newVisitor(browser, { baseUrl: world.hubUrl })
  page = visitor.page
})
afterAll(async () => {
  await visitor?.context.close()
  await browser?.close()
  await world?.close()
})

const field = () => page.getByRole('searchbox')
const told = (text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
const heart = (name: string) =>
  page.getByRole('button', { name: words('catalogue:shelf.favourite', { name }), exact: true })
const goOn = () => page.getByRole('navigation', { name: words('catalogue:shelf.goOn') })
const shelfLink = () => page.getByRole('link', { name: words('catalogue:shelf.title') })

test('without scripts the pages of the catalogue are links, and its search is a form', async () => {
  const read = async (address: string) => (await fetch(world.hubUrl + address)).text()
  const first = await read('/games/en/')
  expect(first).toContain('href="/games/en/?page=2#all-games"')
  expect(first.match(/class="door /g)).toHaveLength(gamesPerPage)
  const second = await read('/games/en/?page=2&utm_source=x')
  expect(second).toContain('/games/en/?page=2">')
  expect(second.match(/class="door /g)).toHaveLength(listed - gamesPerPage)
  const answer = await fetch(`${world.hubUrl}/games/en/?page=99`, { redirect: 'manual' })
  expect(answer.headers.get('location')).toBe('/games/en/?page=2')
  expect(await read('/games/en/?search=neuro')).toMatch(/noindex[\s\S]*Neuro Arena/)
})

test('a link to a game shows a picture of the game with its name', async () => {
  const html = await (await fetch(`${world.hubUrl}/games/ru/islandm3/`)).text()
  const [, address = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
  expect(address).toMatch(/\/share\/islandm3\.ru\.\w+\.png$/)
  const picture = await fetch(address)
  expect(picture.headers.get('content-type')).toBe('image/png')
  const other = await (await fetch(`${world.hubUrl}/games/ru/`)).text()
  expect(other).toContain(`content="${world.hubUrl}/main_images/share.png"`)
})

test('a search is typed, told, kept in the address, and one step of the history', async () => {
  await page.goto('/games/en/')
  await field().pressSequentially('treasre')
  await told(new RegExp(`^${lanterns + 1} games`))
  expect(page.url()).toMatch(/\?search=treasre$/)
  await page.getByText(words('catalogue:search.guess', { search: 'treasre' })).waitFor()
  await field().fill('xyzzy')
  await told(new RegExp(words('catalogue:search.none')))
  expect(await field().evaluate((input) => document.activeElement === input)).toBe(true)
  await page
    .getByRole('main')
    .getByRole('link', { name: words('catalogue:search.all') })
    .waitFor()
  await page.goBack()
  await told(new RegExp(`^${listed} games`))
  expect(await field().inputValue()).toBe('')
})

test('pages are turned by keyboard, and reading goes on at the top of the list', async () => {
  await page.getByRole('link', { name: words('catalogue:pages.next') }).focus()
  await page.keyboard.press('Enter')
  await told(/page 2 of 2/)
  await page.waitForFunction(() => document.activeElement?.id === 'all-games')
  await page.goBack()
})

test('a guest marks a game by keyboard and plays another: both wait at the front door', async () => {
  await told(/page 1 of 2/)
  expect(await shelfLink().count()).toBe(0)
  await heart('Lantern 1').focus()
  await page.keyboard.press('Space')
  await shelfLink().waitFor()
  expect(await heart('Lantern 1').getAttribute('aria-pressed')).toBe('true')
  await page.goto('/games/en/islandm3/?play=1')
  await page.frameLocator('#game-frame').getByRole('heading').first().waitFor()
  await page.goto('/games/en/')
  await goOn().getByRole('link', { name: 'Treasure Island M3' }).waitFor()
  await goOn().getByRole('link', { name: 'Lantern 1', exact: true }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('nothing moves when the page from the cache finds out who is here', async () => {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shifted += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.reload()
  await goOn().waitFor()
  await shelfLink().waitFor()
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBe(0)
})

test('who signs in takes the shelf along, and the next guest does not see it', async () => {
  const player = await register(world)
  await keepSignedIn(page, player)
  await page.goto('/my-games')
  await page.getByRole('heading', { name: words('shelf:favourites') }).waitFor()
  await page.waitForFunction((owner) => localStorage.getItem('shelf')?.includes(owner), player.userId)
  const { data } = await call<{ data: { result: { project: string }[] } }>(world, 'GET', '/me/shelf', {
    jwt: player.jwt,
  })
  expect(data.result.map(({ project }) => project).toSorted()).toEqual(['islandm3', 'lantern-1'])
  await page.getByRole('banner').getByTitle(words('common:header.account')).click()
  await page.getByRole('button', { name: words('common:header.signOut') }).click()
  await page.waitForFunction(() => localStorage.getItem('shelf')?.includes('"games":[]'))
  expect(visitor.complaints).toEqual([])
})

test('nothing of an adult game loads before the age is confirmed; the answer is kept, and a no leads to a search engine', async () => {
  const adult = await newVisitor(browser, { baseUrl: world.hubUrl })
  const { page: door, context, asked } = adult
  const address = siteSteps.singleGame({ world, page: door, words, language: 'en', player: null })
  const ofTheGame = () =>
    asked.filter((each) => each.startsWith(world.gamesUrl) || /\/running-game/.test(each))
  const yes = door.getByRole('button', { name: words('catalogue:single.ageConfirm') })
  const searchEngine = 'https://www.google.com/'
  await context.route(`${searchEngine}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>A search engine</title>' }),
  )
  await door.goto(address)
  await door.getByRole('link', { name: words('catalogue:single.ageDecline') }).click()
  await door.waitForURL(searchEngine)
  expect(ofTheGame()).toEqual([])

  await door.goto(address)
  const links = door.getByRole('navigation', { name: words('catalogue:single.links') }).getByRole('link')
  const documents = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(documents).toHaveLength(5)
  const answers = documents.map(async (each) => (await fetch(world.hubUrl + each)).status)
  expect(await Promise.all(answers)).toEqual([200, 200, 200, 200, 200])
  await yes.waitFor()
  expect(ofTheGame()).toEqual([])
  const shown = await door.evaluate(() =>
    [...document.images].filter((each) => each.closest('main')).map(({ currentSrc }) => currentSrc),
  )
  const forWideScreens = ['hero.webp', 'card.webp', 'logo.svg', 'shields.svg']
  expect(shown.map((each) => each.split('/').at(-1))).toEqual(forWideScreens)
  await yes.click()
  const game = door.frameLocator('#game-frame').getByRole('heading').first()
  await game.waitFor()
  await door.reload()
  await game.waitFor()
  expect(await yes.count()).toBe(0)
  expect(adult.complaints).toEqual([])
  await context.close()
})
