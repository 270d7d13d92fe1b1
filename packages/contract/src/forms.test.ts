import { expect, test } from 'vitest'
import { emailField, nameField, passkeyNameField, ticketAnswerForm } from './forms.ts'

const isName = (name: string) => nameField.safeParse(name).success

test.each([
  'Li',
  'Анна',
  'Zoe\u0308',
  'Алексе\u0438\u0306',
  'अनुष्का',
  'நித்யா',
  '지우',
  '美咲',
  'Александра',
  ' Ян ',
])('%s is a name of 2 to 10 letters', (name) => expect(isName(name)).toBe(true))

test.each([
  '',
  'Y',
  'e\u0301',
  'Maximilianus',
  'A1',
  'Anna-M',
  'O’Neil',
  'Ann a',
  '\u0301\u0301',
  '\u3164\u3164',
  'A\u3164',
  '\u115f\u1160',
  '🎮🎮',
  `A${'\u0301'.repeat(300)}b`,
])('%j is not', (name) => expect(isName(name)).toBe(false))

/** Zero-width characters, fillers, direction marks, a variation selector, the empty Braille cell. */
const blanks = [
  '',
  ' \u00a0',
  '\u200b\ufeff',
  '\u3164',
  '\uffa0',
  '\u200e\u202e\u2066',
  '\ufe0f',
  '\u2800',
  '\u00ad',
]

test.each(blanks)('%j prints nothing, so it is no name and no text', (text) => {
  expect(passkeyNameField.safeParse(text).error?.issues[0]?.message).toBe('PASSKEY_NAME_INVALID')
  expect(ticketAnswerForm.safeParse({ text }).error?.issues[0]?.message).toBe('TEXT_REQUIRED')
  expect(passkeyNameField.safeParse(`${text}Key`).success).toBe(true)
})

test.each([
  'anna@example.org',
  " o'brien+games@mail.example.co.uk ",
  'a@b.io',
  '_@example.org',
  'анна@пример.рф',
  'jose\u0301@example.org',
  'mi\u212Ae@example.org',
  'straße@example.de',
  'संपर्क@डाटामेल.भारत',
  'anna@xn--e1afmkfd.xn--p1ai',
  'anna@1-2.3com.org',
  `${'a'.repeat(64)}@example.org`,
])('%j is an email address', (email) => expect(emailField.safeParse(email).success).toBe(true))

test.each([
  'anna',
  'an.na',
  '@example.org',
  'anna@',
  'anna@example',
  'a..b@example.org',
  '.anna@example.org',
  'anna.@example.org',
  'an na@example.org',
  '"anna"@example.org',
  'anna@boris@example.org',
  'İlker@example.org',
  'I\u0307lker@example.org',
  '🎮@example.org',
  'an\u3164na@example.org',
  `${'a'.repeat(65)}@example.org`,
  `${'я'.repeat(33)}@example.org`,
  'anna@example..org',
  'anna@.example.org',
  'anna@example.org.',
  'anna@-example.org',
  'anna@example-.org',
  'anna@example.--',
  'anna@192.0.2.1',
  'anna@[192.0.2.1]',
  'anna@xn--zz--.org',
  `anna@${'a'.repeat(64)}.org`,
  `anna@${'a.'.repeat(126)}org`,
])('%j is none', (email) => {
  expect(emailField.safeParse(email).error?.issues[0]?.message).toBe('EMAIL_INVALID')
})
