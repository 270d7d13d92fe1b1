/**
 * The catalogue and the library: found by keyboard, without scripts, as a guest and logged in; and the single game
 * outside the catalogue, behind an age confirmation.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { call, storeLogin } from '../../environment/api.ts'
import { accessibilityViolations, isHydrated } from '../../environment/browser.ts'
import { copyContent, singleProject, withoutItems } from '../../environment/content.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { translator } from '../../environment/translator.ts'
import { siteSteps } from '../../screens/steps/site.ts'
import { rememberPlayed } from '../../steps/shop.ts'

const t = translator('en')
/** Treasure Island copies, enough for two pages. */
const lanterns = 27
const gamesPerPage = 24
/** Treasure Island, above the first page's list, and Skyport, below it. */
const featured = 1
const comingSoon = 1

/** A Layout Instability API entry. */
type LayoutShift = PerformanceEntry & {
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

type CatalogueEnvironment = TestEnvironment & {
  /** Project count in the content, including one in development. */
  listed: number
}

async function startWithManyGames(): Promise<CatalogueEnvironment> {
  const content = copyContent()
  for (let n = 1; n <= lanterns; n++) {
    const change = (yaml: string) =>
      withoutItems(yaml)
        .replace('en: Treasure Island M3', `en: Lantern ${n}`)
        .replace(/ {2}shareArt: .*\n/, '')
    content.project('islandm3', change, `lantern-${n}`)
  }
  const listed = readdirSync(join(content.dir, 'projects')).filter(
    (file) => !file.startsWith(singleProject),
  ).length
  return { ...(await startEnvironment({ CONTENT_DIR: content.dir })), listed }
}

const test = journey({ start: startWithManyGames })
  .extend('listed', ({ environment }) => environment.listed)
  /** One page for the whole file. */
  .extend('ui', { scope: 'file' }, ({ fileTab: { page } }) => ({
    page,
    searchField: page.getByRole('searchbox'),
    waitForStatus: (text: RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor(),
    favouriteButton: (name: string) =>
      page.getByRole('button', { name: t('catalogue:library.favourite', { name }), exact: true }),
    continuePlaying: page.getByRole('navigation', { name: t('catalogue:library.goOn') }),
  }))

test('without scripts the pages of the catalogue are links, and its search is a form', async ({
  environment,
  listed,
}) => {
  const read = async (path: string) => (await fetch(environment.hubUrl + path)).text()
  const withoutNewGames = (html: string) =>
    html.replace(/<section aria-labelledby="newGames">[\s\S]*?<\/section>/, '')
  const first = await read('/games/en/')
  expect(first).toContain('href="/games/en/?page=2#all-games"')
  expect(withoutNewGames(first).match(/class="game-card /g)).toHaveLength(gamesPerPage + comingSoon)
  const second = await read('/games/en/?page=2&utm_source=x')
  expect(second).toContain('/games/en/?page=2">')
  expect(withoutNewGames(second).match(/class="game-card /g)).toHaveLength(
    listed - gamesPerPage - featured - comingSoon,
  )
  const response = await fetch(`${environment.hubUrl}/games/en/?page=99`, { redirect: 'manual' })
  expect(response.headers.get('location')).toBe('/games/en/?page=2')
  expect(await read('/games/en/?search=neuro')).toMatch(/noindex[\s\S]*Neuro Arena/)
})

test('a link preview of a game shows its picture with its name', async ({ environment }) => {
  const html = await (await fetch(`${environment.hubUrl}/games/ru/islandm3/`)).text()
  const [, imageUrl = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
  expect(imageUrl).toMatch(/\/share\/islandm3\.ru\.\w+\.png$/)
  const image = await fetch(imageUrl)
  expect(image.headers.get('content-type')).toBe('image/png')
  const other = await (await fetch(`${environment.hubUrl}/games/ru/`)).text()
  expect(other).toContain(`content="${environment.hubUrl}/main_images/share.png"`)
})

test('a search announces its results, is kept in the address and is one history entry', async ({
  listed,
  ui: { page, searchField, waitForStatus },
}) => {
  await page.goto('/games/en/')
  await searchField.pressSequentially('treasre')
  await waitForStatus(new RegExp(`^${lanterns + 1} games`))
  // The results of "treasr" have the same count.
  await page.waitForURL(/\?search=treasre$/)
  await page.getByText(t('catalogue:search.guess', { search: 'treasre' })).waitFor()
  const long = 'x'.repeat(300)
  await searchField.fill(long)
  await page.waitForURL(/\?search=x+$/)
  expect(await searchField.inputValue()).toBe(long)
  await page.getByText(t('catalogue:search.tooLong', { max: '200' })).waitFor()
  await searchField.fill('xyzzy')
  await waitForStatus(new RegExp(t('catalogue:search.none')))
  expect(await searchField.evaluate((input) => document.activeElement === input)).toBe(true)
  await page
    .getByRole('main')
    .getByRole('link', { name: t('catalogue:search.all') })
    .waitFor()
  await page.goBack()
  await waitForStatus(new RegExp(`^${listed} games`))
  expect(await searchField.inputValue()).toBe('')
})

test('a link that is followed before the search results appear wins over the search', async ({
  listed,
  page,
}) => {
  await page.goto('/my-games')
  await page.waitForFunction(isHydrated, 'main h1')
  await page.evaluate(() => {
    const follow = (href: string) => {
      const link = Object.assign(document.createElement('a'), { href })
      document.body.append(link)
      link.click()
      link.remove()
    }
    const { pushState } = history
    history.pushState = (...state) => {
      history.pushState = pushState
      history.pushState(...state)
      // The router knows the new page, and React has not rendered it.
      queueMicrotask(() => follow('/games/en/'))
    }
    follow('/games/en/?search=lantern')
  })
  await page.getByText(new RegExp(`^${listed} games`)).waitFor()
  expect(page.url()).toMatch(/\/games\/en\/$/)
  expect(await page.getByRole('searchbox').inputValue()).toBe('')
})

test('pages are turned by keyboard, and the focus moves to the top of the list', async ({
  ui: { page, waitForStatus },
}) => {
  await page.getByRole('link', { name: t('catalogue:pages.next') }).focus()
  await page.keyboard.press('Enter')
  await waitForStatus(/page 2 of 2/)
  await page.waitForFunction(() => document.activeElement?.id === 'all-games')
  await page.goBack()
})

test('a genre is chosen above the list, and its page is in the address', async ({
  ui: { page, waitForStatus },
}) => {
  await page.goto('/games/en/')
  const genres = page.getByRole('navigation', { name: t('catalogue:genre.label') })
  await genres.getByRole('link', { name: t('catalogue:genre.arcade') }).click()
  await page.waitForURL('**/games/en/?genre=arcade')
  await waitForStatus(/^1 game$/)
  await page.getByRole('link', { name: 'Neuro Arena', exact: true }).waitFor()
  expect(await page.locator('.game-card').count()).toBe(1)
  await page.goBack()
  await waitForStatus(/page 1 of 2/)
})

test("a guest marks a game by keyboard and plays another: both are in the catalogue's library", async ({
  ui: { page, waitForStatus, favouriteButton, continuePlaying },
}) => {
  await waitForStatus(/page 1 of 2/)
  expect(await continuePlaying.count()).toBe(0)
  await favouriteButton('Lantern 1').focus()
  await page.keyboard.press('Space')
  await continuePlaying.getByRole('link', { name: 'Lantern 1', exact: true }).waitFor()
  expect(await favouriteButton('Lantern 1').getAttribute('aria-pressed')).toBe('true')
  await page.goto('/games/en/islandm3/?play=1')
  await page.frameLocator('#game-frame').getByRole('heading').first().waitFor()
  await page.goto('/games/en/')
  await continuePlaying.getByRole('link', { name: 'Treasure Island M3' }).waitFor()
  await continuePlaying.getByRole('link', { name: 'Lantern 1', exact: true }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a cached page has no layout shift when it finds out who the player is', async ({
  ui: { page, continuePlaying },
}) => {
  await page.addInitScript(() => {
    const state = Object.assign(window, { shifts: [] as string[] })
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        for (const { node, previousRect, currentRect } of entry.sources) {
          const name = node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent
          state.shifts.push(`${name}: ${place(previousRect)} to ${place(currentRect)}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.reload()
  await continuePlaying.waitFor()
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
})

test('a guest who logs in keeps the library, and the next guest does not see it', async ({
  environment,
  player,
  ui: { page },
}) => {
  await storeLogin(page, player)
  await page.goto('/my-games')
  await page.getByRole('heading', { name: t('library:favourites') }).waitFor()
  await page.waitForFunction((owner) => localStorage.getItem('library')?.includes(owner), player.userId)
  const { data } = await call<{ data: { result: { project: string }[] } }>(
    environment,
    'GET',
    '/me/library',
    {
      jwt: player.jwt,
    },
  )
  expect(data.result.map(({ project }) => project).toSorted()).toEqual(['islandm3', 'lantern-1'])
  await page.getByRole('banner').getByTitle(t('common:header.account')).click()
  await page.getByRole('button', { name: t('common:header.signOut') }).click()
  await page.waitForFunction(() => localStorage.getItem('library')?.includes('"games":[]'))
})

test('nothing of an adult game loads before the age is confirmed; the answer is kept, and declining leads to a search engine', async ({
  environment,
  tab,
}) => {
  const { page, context, requestedUrls } = tab
  const url = siteSteps.singleGameUrl({ environment, page, t, language: 'en', shown: 'en', player: null })
  const gameRequests = () =>
    requestedUrls.filter((each) => each.startsWith(environment.gamesUrl) || /\/running-game/.test(each))
  const confirm = page.getByRole('button', { name: t('play:single.ageConfirm') })
  const searchEngine = 'https://www.google.com/'
  await context.route(`${searchEngine}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>A search engine</title>' }),
  )
  await page.goto(url)
  await page.getByRole('link', { name: t('play:single.ageDecline') }).click()
  await page.waitForURL(searchEngine)
  expect(gameRequests()).toEqual([])

  await page.goto(url)
  const links = page.getByRole('navigation', { name: t('play:single.links') }).getByRole('link')
  const documents = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(documents).toHaveLength(5)
  const statuses = documents.map(async (each) => (await fetch(environment.hubUrl + each)).status)
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 200])
  await confirm.waitFor()
  expect(gameRequests()).toEqual([])
  const images = await page.evaluate(() =>
    [...document.images].filter((each) => each.closest('main')).map(({ currentSrc }) => currentSrc),
  )
  const wideImages = ['hero.webp', 'enter.svg', 'leave.svg']
  expect(images.map((each) => each.split('/').at(-1))).toEqual(wideImages)
  await confirm.click()
  const game = page.frameLocator('#game-frame').getByRole('heading').first()
  await game.waitFor()
  await page.reload()
  await game.waitFor()
  expect(await confirm.count()).toBe(0)
})

test('on a phone, the Play bar covers the shop that scrolls under it', async ({ openTab }) => {
  const { page } = await openTab({ language: 'en', width: 360, height: 780 })
  await rememberPlayed(page, 'islandm3')
  await page.goto('/games/en/islandm3/')
  const play = page.locator('.play-bar a')
  await play.waitFor()
  const covering = await page.getByRole('button', { name: 'Buy for $0.99' }).evaluate((buy) => {
    const { top } = document.querySelector('.play-bar a')?.getBoundingClientRect() ?? { top: 0 }
    scrollBy({ top: buy.getBoundingClientRect().top - top, behavior: 'instant' })
    return document.elementFromPoint(innerWidth / 2, top + 20)?.closest('a, button')?.textContent
  })
  expect(covering).toBe(await play.textContent())
})

/** Long enough to click in its middle on a busy machine. */
const slowTransition = '::view-transition-group(*) { animation-duration: 20s }'

const isInTransition = () =>
  document
    .getAnimations()
    .some(
      ({ effect }) =>
        effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith('::view-transition'),
    )

const transitionTest = test.extend('openGame', ({ page }) => async () => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/games/en/')
  await page.waitForFunction(isHydrated, 'main h1')
  await page.addStyleTag({ content: slowTransition })
  await page.locator('main a[href="/games/en/islandm3/"]').first().click()
  await page.waitForFunction(isInTransition)
})

transitionTest(
  'between two pages only the clicked art moves, and nothing of the last page is left',
  async ({ page, openGame }) => {
    await openGame()
    const animated = await page.evaluate(() =>
      document
        .getAnimations()
        .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? (effect.pseudoElement ?? []) : [])),
    )
    expect(animated).toContain('::view-transition-group(art)')
    expect(animated.filter((name) => name.startsWith('::view-transition-old'))).toEqual([])
  },
)

describe('a click in the middle of the transition between two pages reaches', () => {
  const clickAt = async (target: Locator) => {
    const box = await target.boundingBox()
    if (!box) throw new Error('Nothing to click')
    await target.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  }

  transitionTest('a link', async ({ page, openGame }) => {
    await openGame()
    await clickAt(page.locator('a[href="?play=1"]'))
    await page.waitForURL('**/islandm3/?play=1')
  })

  transitionTest('a button', async ({ page, openGame }) => {
    await openGame()
    await clickAt(page.locator('.favourite-button').first())
    await page.locator('.favourite-button[aria-pressed=true]').waitFor()
  })

  transitionTest('a menu', async ({ page, openGame }) => {
    await openGame()
    await clickAt(page.getByRole('banner').locator('summary').first())
    await page.getByRole('banner').locator('details[open]').waitFor()
  })

  transitionTest('a field', async ({ page, openGame }) => {
    await openGame()
    await page.evaluate(() => document.activeViewTransition?.skipTransition())
    await page.waitForFunction(() => !document.activeViewTransition)
    await page.goBack()
    await page.waitForFunction(isInTransition)
    await clickAt(page.getByRole('searchbox'))
    await page.waitForFunction(() => document.activeElement?.matches('input[type=search]'))
  })
})
