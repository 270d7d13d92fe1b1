import { expect, test } from 'vitest'
import { offeredMethods } from '../oauth/auth-methods.ts'
import { arrangeMethods } from './last-method.ts'

const all = ['google', 'apple', 'facebook', 'telegram', 'vk', 'yandex', 'mail'] as const

test('three likely methods are wide, email among them, and the others are icons', () => {
  const english = offeredMethods(undefined, 'en', all)
  expect(arrangeMethods(english, undefined)).toEqual({
    wide: ['google', 'apple', 'mail'],
    icons: ['facebook', 'telegram', 'vk', 'yandex'],
  })
})

test.each(['vk', 'google', 'mail'] as const)(
  'after a login by %s it is first, and as many are wide',
  (last) => {
    const { wide, icons } = arrangeMethods(offeredMethods(undefined, 'en', all), last)
    expect([wide[0], wide.length, icons.length]).toEqual([last, 3, 4])
    expect([...wide, ...icons].sort()).toEqual([...all].sort())
  },
)

test('a few methods are all wide, and a way to log in that is no longer offered changes nothing', () => {
  expect(arrangeMethods(['google', 'mail'], 'mail')).toEqual({ wide: ['mail', 'google'], icons: [] })
  expect(arrangeMethods(['google', 'mail'], 'vk')).toEqual({ wide: ['google', 'mail'], icons: [] })
})
