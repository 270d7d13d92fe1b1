import { beforeEach, describe, expect, test } from 'vitest'
import { localStore, storageKeys, tabStore } from '../lib/browser/storage.ts'
import { addressWithLocale } from '../lib/language/language.ts'
import {
  attemptLimit,
  countIfFailedAttempt,
  failedAttempts,
  resetFailedAttempts,
} from './captcha/failed-attempts.ts'
import { clockTime, secondsUntil } from './email-code/countdown.ts'
import { draftStore } from './email-code/email-draft.ts'
import { isMismatch } from './forms/passwords-match.ts'
import { offeredMethods } from './oauth/auth-methods.ts'
import { forgetReturnAddress, pathOfReferrer, rememberReturnTo, returnAddress } from './sign-in/return-to.ts'

describe('coming back after signing in', () => {
  beforeEach(forgetReturnAddress)

  test('a player returns to the page that led to signing in', () => {
    rememberReturnTo('/prices?a=1')
    expect(returnAddress()).toBe('/prices?a=1')
  })

  test('sign-in screens lead from nowhere and keep what was noted before them', () => {
    rememberReturnTo('/prices')
    rememberReturnTo('/session/login')
    rememberReturnTo('/auth/recovery-password')
    expect(returnAddress()).toBe('/prices')
  })

  test('a referrer counts only when it is a page of ours', () => {
    expect(pathOfReferrer('http://hub/prices?a=1', 'http://hub')).toBe('/prices?a=1')
    expect(pathOfReferrer('http://hub.evil.example/prices', 'http://hub')).toBe('')
    expect(pathOfReferrer('', 'http://hub')).toBe('')
  })

  test('without a page to return to there is the catalogue', () => {
    expect(returnAddress()).toBe('/games/en/')
  })

  test('a page is returned to in the language read now', () => {
    rememberReturnTo('/games/ru/islandm3/?play')
    expect(returnAddress()).toBe('/games/en/islandm3/?play')
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
    '%s is no place to return to',
    (address) => {
      rememberReturnTo(address)
      tabStore.set('playhub-return-to', address)
      expect(returnAddress()).toBe('/games/en/')
    },
  )
})

describe('the language of a sign-in path', () => {
  const url = (address: string) => new URL(address, 'http://hub')

  test('a locale in the path moves to the query, where pages read it', () => {
    expect(addressWithLocale(url('/session/login/s/web/ru/islandm3'), 'ru')).toBe(
      '/session/login/s/web/ru/islandm3?locale=ru',
    )
  })

  test('a locale in the query, or one that nobody knows, changes nothing', () => {
    expect(addressWithLocale(url('/session/login/s/web/ru?locale=en'), 'ru')).toBeNull()
    expect(addressWithLocale(url('/session/login/s/web/xx'), 'xx')).toBeNull()
  })
})

describe('the failed-attempt counter', () => {
  beforeEach(resetFailedAttempts)

  test('wrong passwords, unknown emails and wrong codes count; other trouble does not', () => {
    countIfFailedAttempt('INVALID_PASSWORD_LOGIN_BY_EMAIL')
    countIfFailedAttempt('USER_NOT_EXIST_LOGIN_BY_EMAIL')
    countIfFailedAttempt('SEND_VERIFICATION_CODE_INCORRECT')
    countIfFailedAttempt('CAPTCHA_REQUIRED')
    countIfFailedAttempt('FAULT')
    expect(failedAttempts()).toBe(3)
  })

  test('a spoiled counter counts as none', () => {
    localStore.set(storageKeys.failedAttempts, 'many')
    expect(failedAttempts()).toBe(0)
  })

  test('the limit is five unless the settings say otherwise', () => {
    expect(attemptLimit([])).toBe(5)
    expect(attemptLimit([{ id: 'failedAttemptLimit', value: '3' }])).toBe(3)
    expect(attemptLimit([{ id: 'failedAttemptLimit', value: 'soon' }])).toBe(5)
  })
})

describe('the buttons of the sign-in screen', () => {
  const all = ['google', 'apple', 'vk', 'yandex', 'telegram', 'facebook', 'mail'] as const

  test('an empty list allows every way that is served, mail last', () => {
    expect(offeredMethods([], 'ru', all).at(0)).toBe('vk')
    expect(offeredMethods([], 'en', all).at(0)).toBe('google')
    expect(offeredMethods(undefined, 'en', all).at(-1)).toBe('mail')
    expect(offeredMethods([], 'en', all)).toHaveLength(7)
  })

  test('a list allows what it names, and only what is served', () => {
    expect(offeredMethods(['mail', 'vk'], 'en', all)).toEqual(['vk', 'mail'])
    expect(offeredMethods(['google'], 'en', ['mail'])).toEqual([])
  })
})

test('a draft keeps the address and the countdown, and nothing else', () => {
  const drafts = draftStore('draft-under-test')
  drafts.save({ email: 'a@example.test', resendAt: 1, password: 'Secret123' } as never)
  expect(tabStore.get('draft-under-test')).toBe('{"email":"a@example.test","resendAt":1}')
  expect(drafts.read()).toEqual({ email: 'a@example.test', resendAt: 1 })
  tabStore.set('draft-under-test', '{broken')
  expect(drafts.read()).toBeNull()
})

test('the countdown reads as a clock', () => {
  expect([60, 59, 5, 0].map(clockTime)).toEqual(['01:00', '00:59', '00:05', '00:00'])
  expect(secondsUntil(10_001, 9_000)).toBe(2)
  expect(secondsUntil(9_000, 10_000)).toBe(0)
})

test('passwords mismatch only once both are there', () => {
  expect(isMismatch({ password: 'Secret123', passwordRepeat: '' })).toBe(false)
  expect(isMismatch({ password: 'Secret123', passwordRepeat: 'Secret12' })).toBe(true)
  expect(isMismatch({ password: 'Secret123', passwordRepeat: 'Secret123' })).toBe(false)
})
