import { type InterfaceLanguage, recognisedLanguages, shippedOffer } from '@playhub/contract/languages'
import { afterEach, expect, test, vi } from 'vitest'
import { detectLanguage, normalisePath, parsePathLanguage, urlInLanguage } from '../language/language.ts'
import { setOfferedLanguages } from '../language/offered-languages.ts'
import { saveContextFromUrl, saveLanguage } from './hub-context.ts'

test('the second segment of a path is its language when it is recognised', () => {
  expect(parsePathLanguage('/games/ru/islandm3/')).toBe('ru')
  expect(parsePathLanguage('/games/de/')).toBe('de')
  expect(parsePathLanguage('/games/xx/')).toBeNull()
  expect(parsePathLanguage('/prices')).toBeNull()
})

test.each(recognisedLanguages)(
  '%s in the second segment of any path is the language of the page',
  (language) => {
    const paths = [
      `/games/${language}/`,
      `/games/${language}/islandm3`,
      `/prices/${language}`,
      `/unauthorized/${language}`,
    ]
    for (const pathname of paths) expect(detectLanguage({ pathname, search: '?locale=it' })).toBe(language)
  },
)

const offer = (defaultLanguage: InterfaceLanguage) =>
  setOfferedLanguages({ ...shippedOffer, defaultLanguage, textsVersion: '', brand: '' })

afterEach(() => {
  offer('en')
  vi.unstubAllGlobals()
})

/** The language of a page without one, in a browser with these preferences. */
function languageFor(...preferred: string[]): string {
  vi.stubGlobal('navigator', { languages: preferred })
  return detectLanguage(new URL('http://hub/prices'))
}

test('the first recognised language that the browser prefers is chosen', () => {
  expect(languageFor('ru-RU', 'en')).toBe('ru')
  expect(languageFor('xx', 'pt_BR')).toBe('pt')
})

test.each(shippedOffer.languages)(
  'without a recognised language, %s is chosen when it is the default',
  (language) => {
    offer(language)
    expect(languageFor()).toBe(language)
    expect(languageFor('xx')).toBe(language)
  },
)

test('the address in another language differs in the path if that has a language, else in the query', () => {
  expect(urlInLanguage('/games/ru/islandm3/', '?play=1', 'en')).toBe('/games/en/islandm3/?play=1')
  expect(urlInLanguage('/prices', '?a=1', 'ru')).toBe('/prices?a=1&locale=ru')
})

test('the addresses of a screen in two languages normalise to the same path', () => {
  expect(normalisePath('/games/ru/islandm3/')).toBe(normalisePath('/games/en/islandm3/'))
  expect(normalisePath('/games/ru/')).not.toBe(normalisePath('/games/ru/islandm3/'))
})

test('the locale of an address applies to later addresses, until the player chooses a language', () => {
  saveContextFromUrl(new URL('http://hub/session/login?locale=ru'))
  expect(detectLanguage(new URL('http://hub/session/login/email'))).toBe('ru')
  expect(detectLanguage(new URL('http://hub/games/en/'))).toBe('en')
  saveLanguage('en')
  expect(detectLanguage(new URL('http://hub/session/login/email'))).toBe('en')
})

test('the language of a page applies to later pages without one', () => {
  saveContextFromUrl(new URL('http://hub/games/ru/islandm3/'))
  expect(detectLanguage(new URL('http://hub/session/login'))).toBe('ru')
  saveContextFromUrl(new URL('http://hub/games/en/'))
  expect(detectLanguage(new URL('http://hub/prices'))).toBe('en')
})

test('a locale that is not recognised means the default language, on its page and on later ones', () => {
  offer('ru')
  saveContextFromUrl(new URL('http://hub/prices?locale=xx'))
  expect(detectLanguage(new URL('http://hub/prices?locale=xx'))).toBe('ru')
  expect(detectLanguage(new URL('http://hub/prices'))).toBe('ru')
})
