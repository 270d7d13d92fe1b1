import { expect, test } from 'vitest'
import { shippedMessages } from '../../../i18n/server-messages.ts'
import { emailFrom, labelFrom, nickNameFrom } from './profile-text.ts'

test('a name is reduced to one line of at most 32 complete characters', () => {
  expect(nickNameFrom('  Anna\n\u0000 Petrova ', shippedMessages('en'))).toBe('Anna Petrova')
  expect(nickNameFrom('🎲'.repeat(40), shippedMessages('en'))).toBe('🎲'.repeat(32))
  expect(nickNameFrom('Anna \u202eavortep', shippedMessages('en'))).toBe('Anna avortep')
  expect(nickNameFrom('half \ud83c', shippedMessages('en'))).toBe('half \ufffd')
})

test('a missing name is replaced by a default in the interface language', () => {
  const blanks = [
    null,
    '',
    ' \u0000 ',
    '\u200b\u200d',
    '\u3164',
    '\u200f\u2066',
    '\u2800',
    `${'\u3164'.repeat(40)}A`,
  ]
  for (const name of blanks) expect(nickNameFrom(name, shippedMessages('ru'))).toBe('Игрок')
  expect(nickNameFrom(null, shippedMessages('en'))).toBe('Player')
})

test('a label can be as long as an email address', () => {
  expect(labelFrom('x'.repeat(400))).toHaveLength(320)
  expect(['', '\u3164'].map(labelFrom)).toEqual([null, null])
})

test('a valid email address is stored in canonical form, an invalid one is dropped', () => {
  expect(emailFrom('Anna@Example.ORG')).toBe('anna@example.org')
  expect(
    [null, '', 'anna', 'a\u0000@example.org', 'a..b@example.org', 'İ@example.org'].filter(emailFrom),
  ).toEqual([])
})
