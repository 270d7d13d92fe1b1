import { expect, test } from 'vitest'
import { emailFrom, labelFrom, nickNameFrom } from './profile-text.ts'

test('a name is kept on one line, at most 32 characters, none of them halved', () => {
  expect(nickNameFrom('  Anna\n\u0000 Petrova ', 'en')).toBe('Anna Petrova')
  expect(nickNameFrom('🎲'.repeat(40), 'en')).toBe('🎲'.repeat(32))
  expect(nickNameFrom('Anna \u202eavortep', 'en')).toBe('Anna avortep')
  expect(nickNameFrom('half \ud83c', 'en')).toBe('half \ufffd')
})

test('who tells no name gets a neutral one in the language of the hub', () => {
  expect([null, '', ' \u0000 '].map((name) => nickNameFrom(name, 'ru'))).toEqual(['Игрок', 'Игрок', 'Игрок'])
  expect(nickNameFrom(null, 'en')).toBe('Player')
})

test('a label may be as long as an address', () => {
  expect(labelFrom('x'.repeat(400))).toHaveLength(320)
  expect(labelFrom('')).toBeNull()
})

test('an address is kept in its one form, and only when it is an address', () => {
  expect(emailFrom('Anna@Example.ORG')).toBe('anna@example.org')
  expect([null, '', 'anna', 'a\u0000@example.org'].map(emailFrom)).toEqual([null, null, null, null])
})
