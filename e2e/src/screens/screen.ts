import type { Page } from 'playwright-core'
import type { ApiPlayer } from '../environment/api.ts'
import type { TestEnvironment } from '../environment/environment.ts'
import type { AddedLanguage } from '../environment/languages.ts'
import type { Language, Translate } from '../environment/translator.ts'

/**
 * Who opens a screen. The demo player has a history, the newcomer has none. A screen that changes its player registers a
 * fresh one. So does one with an order (buyer), because a player has one unpaid order of an item.
 */
export type Who = 'guest' | 'demo' | 'newcomer' | 'buyer' | 'fresh'

/** Input for a screen's steps. */
export type StepContext = {
  environment: TestEnvironment
  page: Page
  /** Language for the games and the sandbox, which have no added languages. */
  language: Language
  /** The hub's language. */
  shown: Language | AddedLanguage
  t: Translate
  player: ApiPlayer | null
}

/** A path, in which `{lng}` stands for the language, or a URL where the host matters. */
export type ScreenPath = string | ((ctx: StepContext) => string | Promise<string>)

export type Screen = {
  name: string
  who: Who
  path: ScreenPath
  /** What leads from the path to the state that the screen shows. */
  steps?: (ctx: StepContext) => Promise<unknown>
  /** The path that the hub redirects to. */
  endsAt?: string
  /** How the `h1` begins, where several headings are possible. */
  heading?: (ctx: StepContext) => string
  /** A page that shows only a spinner; it stays `aria-busy`. */
  isWaiting?: true
  /** Console errors that belong to this screen. */
  consoleErrors?: RegExp
}
