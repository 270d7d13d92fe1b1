import { expect, test } from 'vitest'
import { renderCodeEmail, renderPasswordChangedEmail } from './emails.ts'

const addressed = { to: 'anna@example.org', publicUrl: 'https://play.example' }

test.each([
  ['registration', 'ru', '012345 — код для входа в Playhub', 'Введите этот код на странице регистрации:'],
  ['registration', 'en', '012345 is your Playhub code', 'Enter this code on the registration page:'],
  [
    'recovery',
    'ru',
    '012345 — код для нового пароля Playhub',
    'Введите этот код на странице восстановления пароля:',
  ],
  [
    'recovery',
    'en',
    '012345 is your code for a new Playhub password',
    'Enter this code on the password recovery page:',
  ],
] as const)(
  'the %s letter in %s says the same as text and as HTML',
  (purpose, language, subject, request) => {
    const letter = renderCodeEmail({ ...addressed, purpose, language, code: '012345' })
    expect(letter.subject).toBe(subject)
    for (const body of [letter.text, letter.html]) {
      expect(body).toContain(request)
      expect(body).toContain('012345')
      expect(body).toContain('https://play.example')
    }
    expect(letter.html).toContain(`<html lang="${language}">`)
  },
)

test('values are escaped in the HTML', () => {
  const letter = renderPasswordChangedEmail({
    ...addressed,
    language: 'en',
    publicUrl: 'https://x.example/?a="<b>',
  })
  expect(letter.html).not.toContain('<b>')
})
