/** Every screen on a phone in the content's own languages: long, accented words, and Japanese. */
import { expect } from 'vitest'
import { journey } from '../environment/journey.ts'
import { addedLanguages } from '../environment/languages.ts'
import { ensureJapaneseFont } from './fonts.ts'
import { inspectAddedLanguage } from './inspect-screen.ts'
import { screens } from './screen-list.ts'
import { startLanguagesEnvironment } from './visit.ts'

const test = journey({ start: startLanguagesEnvironment })
const missingFont = ensureJapaneseFont()

const cases = screens.flatMap((screen) =>
  addedLanguages.map((language) => ({ name: screen.name, screen, language })),
)

test.concurrent.for(cases)(
  '$name, in $language: every text fits, in the fonts of its script',
  async ({ screen, language }, { browser, environment, skip }) => {
    if (language === 'ja' && missingFont) skip(missingFont)
    expect(await inspectAddedLanguage(browser, environment, screen, language)).toEqual([])
  },
)
