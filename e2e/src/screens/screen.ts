import type { Page } from 'playwright-core'
import type { ApiPlayer } from '../environment/api.ts'
import type { TestEnvironment } from '../environment/environment.ts'
import type { AddedLanguage } from '../environment/languages.ts'
import type { Language, Translate } from '../environment/translator.ts'

/**
 * The screen's visitor. The demo player has a history, the newcomer has none. A screen with changes to its player
 * registers a fresh one. So does one with an order (buyer), because a player has one unpaid order of an item.
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
  /** Steps from the path to the screen's state. */
  steps?: (ctx: StepContext) => Promise<unknown>
  /** The path after the hub's redirect. */
  endsAt?: string
  /** Beginning of the `h1`, where several headings are possible. */
  heading?: (ctx: StepContext) => string
  /** A page with only a spinner; it stays `aria-busy`. */
  isWaiting?: true
  /** Console errors expected on this screen. */
  consoleErrors?: RegExp
}
