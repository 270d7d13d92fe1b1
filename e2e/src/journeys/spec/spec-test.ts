/** Spec test for one specification section, line by line, in the order in which a player meets it. */
import { expect } from 'vitest'
import type { ApiPlayer } from '../../environment/api.ts'
import { accessibilityViolations, isHydrated, type Tab } from '../../environment/browser.ts'
import { journey } from '../../environment/journey.ts'
import { type Language, translator } from '../../environment/translator.ts'
import type { StepContext } from '../../screens/screen.ts'
import { startLoginEnvironment } from '../../sites/login-environment.ts'

export const languages: Language[] = ['en', 'ru']

export type Walk = StepContext & {
  tab: Tab
  /** Opens a path, in which `{lng}` stands for the language, and waits until the client has taken over. */
  go(path: string): Promise<void>
  /** The path that the page has ended at. */
  path(): string
  /** Waits for a text, by its message. @param quoted  The specification's own words: the English message has them. */
  see(id: string, quoted?: string): Promise<void>
  click(id: string): Promise<void>
  /** Checks that no axe rule is broken here. Console errors fail the test at its end. */
  stop(): Promise<void>
}

/** `openWalk(language)` walks as a guest, `openWalk(language, player)` as a player. */
export const test = journey({ start: startLoginEnvironment }).extend(
  'openWalk',
  ({ environment, openTab }) =>
    async (language: Language, player: ApiPlayer | null = null): Promise<Walk> => {
      const tab = await openTab({ language, ...(player && { player }) })
      const { page } = tab
      const t = translator(language)
      return {
        environment,
        page,
        language,
        shown: language,
        t,
        player,
        tab,
        async go(path) {
          await page.goto(path.replaceAll('{lng}', language))
          await page.waitForFunction(isHydrated, 'main:not([aria-busy=true]) h1')
        },
        path: () => new URL(page.url()).pathname,
        async see(id, quoted) {
          if (quoted) expect(translator('en')(id)).toContain(quoted)
          await page.getByText(t(id)).filter({ visible: true }).first().waitFor()
        },
        click: (id) =>
          page
            .getByRole('button', { name: t(id), exact: true })
            .first()
            .click(),
        stop: async () => expect(await accessibilityViolations(page)).toEqual([]),
      }
    },
)
