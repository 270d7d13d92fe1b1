import { zodResolver } from '@hookform/resolvers/zod'
import type { RefusalCode } from '@playhub/contract'
import { newPasswordFields, registrationForm } from '@playhub/contract/forms'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { localStore, storageKeys, tabStore } from '../lib/browser/storage.ts'
import { urlWithLocale } from '../lib/language/language.ts'
import { attemptLimit, countingFailures, resetFailedAttempts } from './captcha/failed-attempts.ts'
import { clockTime, useSecondsUntil } from './email-code/countdown.ts'
import { draftStore } from './email-code/email-draft.ts'
import { withRepeatedPassword } from './forms/repeated-password.ts'
import { requestedPage } from './login/player-pages.ts'
import { clearReturnUrl, returnUrl, saveReferrer, saveReturnUrl } from './login/return-url.ts'
import { offeredMethods } from './oauth/auth-methods.ts'

describe('the return address', () => {
  beforeEach(clearReturnUrl)

  test('is the page that led to the login screen', () => {
    saveReturnUrl('/prices?a=1')
    expect(returnUrl()).toBe('/prices?a=1')
  })

  test('is never a login screen', () => {
    saveReturnUrl('/prices')
    saveReturnUrl('/session/login')
    saveReturnUrl('/auth/recovery-password')
    expect(returnUrl()).toBe('/prices')
  })

  test('comes from a referrer only within the hub', () => {
    for (const other of ['http://hub.evil.example/prices', '']) {
      saveReferrer(other, 'http://hub')
      expect(returnUrl()).toBe('/games/en/')
    }
    saveReferrer('http://hub/prices?a=1', 'http://hub')
    expect(returnUrl()).toBe('/prices?a=1')
  })

  test('is the catalogue by default', () => {
    expect(returnUrl()).toBe('/games/en/')
  })

  test('is in the current language', () => {
    saveReturnUrl('/games/ru/islandm3/?play')
    expect(returnUrl()).toBe('/games/en/islandm3/?play')
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
    'is never %s',
    (url) => {
      saveReturnUrl(url)
      tabStore.set('playhub-return-to', url)
      expect(returnUrl()).toBe('/games/en/')
    },
  )
})

test('a login address names only pages that need an account', () => {
  expect(requestedPage('?next=support&locale=ru')).toBe('support')
  for (const search of ['', '?next=', '?next=toString', '?next=//evil.example'])
    expect(requestedPage(search)).toBeNull()
})

describe('the language of a login path', () => {
  const url = (url: string) => new URL(url, 'http://hub')

  test('is copied to the query, where pages read it', () => {
    expect(urlWithLocale(url('/session/login/s/web/ru/islandm3'), 'ru')).toBe(
      '/session/login/s/web/ru/islandm3?locale=ru',
    )
  })

  test('is ignored if it is unknown or the query has a locale', () => {
    expect(urlWithLocale(url('/session/login/s/web/ru?locale=en'), 'ru')).toBeNull()
    expect(urlWithLocale(url('/session/login/s/web/xx'), 'xx')).toBeNull()
  })
})

describe('the failed-attempt counter', () => {
  beforeEach(resetFailedAttempts)

  const failWith = (code: RefusalCode) =>
    countingFailures(() => Promise.reject(new ApiRefusal({ code, status: 400, title: '' })))({}).catch(
      () => {},
    )

  test('counts wrong passwords, unknown emails and wrong codes, and no other refusals', async () => {
    await failWith('INVALID_PASSWORD_LOGIN_BY_EMAIL')
    await failWith('USER_NOT_EXIST_LOGIN_BY_EMAIL')
    await failWith('SEND_VERIFICATION_CODE_INCORRECT')
    await failWith('CAPTCHA_REQUIRED')
    await failWith('SERVICE_UNAVAILABLE')
    expect(localStore.get(storageKeys.failedAttempts)).toBe('3')
  })

  test('begins at zero if the stored value is invalid', async () => {
    localStore.set(storageKeys.failedAttempts, 'many')
    await failWith('INVALID_PASSWORD_LOGIN_BY_EMAIL')
    expect(localStore.get(storageKeys.failedAttempts)).toBe('1')
  })

  test('has a limit of five unless the settings have another', () => {
    expect(attemptLimit([])).toBe(5)
    expect(attemptLimit([{ id: 'failedAttemptLimit', value: '3' }])).toBe(3)
    expect(attemptLimit([{ id: 'failedAttemptLimit', value: 'soon' }])).toBe(5)
  })
})

describe('the methods of the login page', () => {
  const all = ['google', 'apple', 'vk', 'yandex', 'telegram', 'facebook', 'mail'] as const

  test('are all available ones if the list is empty, email last', () => {
    expect(offeredMethods([], 'ru', all).at(0)).toBe('vk')
    expect(offeredMethods([], 'en', all).at(0)).toBe('google')
    expect(offeredMethods(undefined, 'en', all).at(-1)).toBe('mail')
    expect(offeredMethods([], 'en', all)).toHaveLength(7)
  })

  test('are those in the list that are available', () => {
    expect(offeredMethods(['mail', 'vk'], 'en', all)).toEqual(['vk', 'mail'])
    expect(offeredMethods(['google'], 'en', ['mail'])).toEqual([])
  })
})

test('a draft stores only the address and the countdown', () => {
  const drafts = draftStore('draft-under-test')
  const withPassword = { email: 'a@example.test', resendAt: 1, password: 'Secret123' }
  drafts.save(withPassword)
  expect(tabStore.get('draft-under-test')).toBe('{"email":"a@example.test","resendAt":1}')
  expect(drafts.read()).toEqual({ email: 'a@example.test', resendAt: 1 })
  tabStore.set('draft-under-test', '{broken')
  expect(drafts.read()).toBeNull()
})

const Countdown = ({ ms }: { ms: number }) => useSecondsUntil(Date.now() + ms)

test('the countdown is formatted as a clock', () => {
  expect([60, 59, 5, 0].map(clockTime)).toEqual(['01:00', '00:59', '00:05', '00:00'])
  const show = (ms: number) => renderToStaticMarkup(createElement(Countdown, { ms }))
  expect([show(1_900), show(-1_000)]).toEqual(['2', '0'])
})

test.for([
  ['registration', registrationForm(20)],
  ['a new password', z.object(newPasswordFields(20))],
] as const)('%s: the repeated password has the rules of the first, then must equal it', async ([, form]) => {
  const resolve = withRepeatedPassword(
    zodResolver<{ password: string; passwordRepeat: string }, unknown, unknown>(form),
  )
  const findIssue = async (passwordRepeat: string) => {
    const options = { fields: {}, shouldUseNativeValidation: false }
    const { errors } = await resolve({ password: 'Secret123', passwordRepeat }, undefined, options)
    return errors.passwordRepeat?.message
  }
  expect(await findIssue('')).toBe('PASSWORD_REPEAT_REQUIRED')
  expect(await findIssue('Secret1')).toBe('PASSWORD_LENGTH')
  expect(await findIssue('Secret12345Secret1234')).toBe('PASSWORD_LENGTH')
  expect(await findIssue('Секрет123')).toBe('PASSWORD_INVALID')
  expect(await findIssue('Secret12')).toBe('PASSWORD_MISMATCH')
  expect(await findIssue('Secret123')).toBeUndefined()
})
