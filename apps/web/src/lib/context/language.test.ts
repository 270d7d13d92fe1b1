import { expect, test } from 'vitest'
import {
  addressInLanguage,
  chooseLanguage,
  languageOfAddress,
  languageOfPath,
  shapeOfPath,
} from '../language/language.ts'
import { saveContextFromUrl, saveLanguage } from './hub-context.ts'

test('the second segment of a path is its language when it is a known one', () => {
  expect(languageOfPath('/games/ru/islandm3/')).toBe('ru')
  expect(languageOfPath('/games/de/')).toBe('de')
  expect(languageOfPath('/games/xx/')).toBeNull()
  expect(languageOfPath('/prices')).toBeNull()
})

test('the first language that is known wins, and English when none is', () => {
  expect(chooseLanguage([null, 'ru-RU', 'en'])).toBe('ru')
  expect(chooseLanguage(['xx', undefined, 'pt_BR'])).toBe('pt')
  expect(chooseLanguage([])).toBe('en')
})

test('another language changes the path where the path has one, and the query elsewhere', () => {
  expect(addressInLanguage('/games/ru/islandm3/', '?play=1', 'en')).toBe('/games/en/islandm3/?play=1')
  expect(addressInLanguage('/prices', '?a=1', 'ru')).toBe('/prices?a=1&locale=ru')
})

test('one screen has one shape in every language', () => {
  expect(shapeOfPath('/games/ru/islandm3/')).toBe(shapeOfPath('/games/en/islandm3/'))
  expect(shapeOfPath('/games/ru/')).not.toBe(shapeOfPath('/games/ru/islandm3/'))
})

test('a language that an address brought along holds for the addresses after it, until the reader chooses', () => {
  saveContextFromUrl(new URL('http://hub/session/login?locale=ru'))
  expect(languageOfAddress(new URL('http://hub/session/login/email'))).toBe('ru')
  expect(languageOfAddress(new URL('http://hub/games/en/'))).toBe('en')
  saveLanguage('en')
  expect(languageOfAddress(new URL('http://hub/session/login/email'))).toBe('en')
})

test('the language of a page goes along to pages that name none', () => {
  saveContextFromUrl(new URL('http://hub/games/ru/islandm3/'))
  expect(languageOfAddress(new URL('http://hub/session/login'))).toBe('ru')
  saveContextFromUrl(new URL('http://hub/games/en/'))
  expect(languageOfAddress(new URL('http://hub/prices'))).toBe('en')
})
