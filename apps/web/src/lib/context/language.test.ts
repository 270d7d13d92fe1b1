import { expect, test } from 'vitest'
import {
  addressInLanguage,
  chooseLanguage,
  languageOfAddress,
  languageOfPath,
  normalisePath,
} from '../language/language.ts'
import { saveContextFromUrl, saveLanguage } from './hub-context.ts'

test('the second segment of a path is its language when it is recognised', () => {
  expect(languageOfPath('/games/ru/islandm3/')).toBe('ru')
  expect(languageOfPath('/games/de/')).toBe('de')
  expect(languageOfPath('/games/xx/')).toBeNull()
  expect(languageOfPath('/prices')).toBeNull()
})

test('the first recognised language is chosen, and English when there is none', () => {
  expect(chooseLanguage([null, 'ru-RU', 'en'])).toBe('ru')
  expect(chooseLanguage(['xx', undefined, 'pt_BR'])).toBe('pt')
  expect(chooseLanguage([])).toBe('en')
})

test('the address in another language differs in the path if that has a language, else in the query', () => {
  expect(addressInLanguage('/games/ru/islandm3/', '?play=1', 'en')).toBe('/games/en/islandm3/?play=1')
  expect(addressInLanguage('/prices', '?a=1', 'ru')).toBe('/prices?a=1&locale=ru')
})

test('the addresses of a screen in two languages normalise to the same path', () => {
  expect(normalisePath('/games/ru/islandm3/')).toBe(normalisePath('/games/en/islandm3/'))
  expect(normalisePath('/games/ru/')).not.toBe(normalisePath('/games/ru/islandm3/'))
})

test('the locale of an address applies to later addresses, until the player chooses a language', () => {
  saveContextFromUrl(new URL('http://hub/session/login?locale=ru'))
  expect(languageOfAddress(new URL('http://hub/session/login/email'))).toBe('ru')
  expect(languageOfAddress(new URL('http://hub/games/en/'))).toBe('en')
  saveLanguage('en')
  expect(languageOfAddress(new URL('http://hub/session/login/email'))).toBe('en')
})

test('the language of a page applies to later pages without one', () => {
  saveContextFromUrl(new URL('http://hub/games/ru/islandm3/'))
  expect(languageOfAddress(new URL('http://hub/session/login'))).toBe('ru')
  saveContextFromUrl(new URL('http://hub/games/en/'))
  expect(languageOfAddress(new URL('http://hub/prices'))).toBe('en')
})
