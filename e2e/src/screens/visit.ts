import { demoPlayer } from '@playhub/server/demo'
import type { Browser } from 'playwright-core'
import { type ApiPlayer, logIn, register, storeLogin } from '../environment/api.ts'
import { isHydrated, openTab, type Tab, type TabOptions } from '../environment/browser.ts'
import { type Content, copyContent, switchOffItem } from '../environment/content.ts'
import { startEnvironment, type TestEnvironment } from '../environment/environment.ts'
import { type AddedLanguage, addLanguages, isAdded } from '../environment/languages.ts'
import { type Language, translator } from '../environment/translator.ts'
import type { Screen, StepContext, Who } from './screen.ts'

/** The screens' environment: this repository's content with an item not for sale. */
export function startScreensEnvironment(): Promise<TestEnvironment> {
  return startEnvironment({ CONTENT_DIR: screensContent().dir })
}

/** Like `startScreensEnvironment`, with the tests' added languages. */
export function startLanguagesEnvironment(): Promise<TestEnvironment> {
  const content = screensContent()
  addLanguages(content)
  return startEnvironment({ CONTENT_DIR: content.dir })
}

function screensContent(): Content {
  const content = copyContent()
  switchOffItem(content, 'familytown', 'familytown-builders')
  fixDates(content)
  return content
}

/** Badges depend on the day, and the page of a game names it: one game stays new, and the others stay as they are. */
function fixDates({ project }: Content): void {
  const [today] = new Date().toISOString().split('T')
  const addedToday = `addedOn: ${today}\n  updatedOn: 2026-03-01`
  project('neuroarena', (yaml) => yaml.replace(/addedOn: .*/, addedToday))
  project('islandm3', (yaml) => yaml.replace(/updatedOn: .*/, 'updatedOn: 2026-03-01'))
}

/** Opens a screen in a new browser context, as its player. */
export async function visit(
  browser: Browser,
  environment: TestEnvironment,
  screen: Screen,
  { language, ...options }: Omit<TabOptions, 'baseUrl'> & { language: Language | AddedLanguage },
): Promise<Tab> {
  const tab = await openTab(browser, { baseUrl: environment.hubUrl, language, ...options })
  const { page } = tab
  const player = await playerFor(environment, screen.who)
  if (player) await storeLogin(page, player)
  const ctx: StepContext = {
    environment,
    page,
    language: isAdded(language) ? 'en' : language,
    shown: language,
    t: translator(language),
    player,
  }
  const path = typeof screen.path === 'string' ? screen.path : await screen.path(ctx)
  await page.goto(inLanguage(path, language))
  await page.waitForFunction(isHydrated, screen.isWaiting ? 'h1' : 'main:not([aria-busy=true]) h1')
  await screen.steps?.(ctx)
  if (screen.endsAt)
    await page.waitForURL((url) => url.pathname === inLanguage(screen.endsAt ?? '', language))
  if (screen.heading) await page.getByRole('heading', { level: 1, name: screen.heading(ctx) }).waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return tab
}

const inLanguage = (path: string, language: string) => path.replace('{lng}', language)

type Shared = Exclude<Who, 'guest' | 'fresh' | 'buyer'>
const sharedPlayers = new WeakMap<TestEnvironment, Partial<Record<Shared, Promise<ApiPlayer>>>>()

/** Shares players no screen changes: a registration takes half a second, and each login is one more device. */
function playerFor(environment: TestEnvironment, who: Who): Promise<ApiPlayer | null> {
  if (who === 'guest') return Promise.resolve(null)
  if (who === 'fresh' || who === 'buyer') return register(environment)
  const shared = sharedPlayers.get(environment) ?? {}
  sharedPlayers.set(environment, shared)
  shared[who] ??=
    who === 'demo' ? logIn(environment, demoPlayer.email, demoPlayer.password) : register(environment)
  return shared[who]
}
