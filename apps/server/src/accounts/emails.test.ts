import { expect, test } from 'vitest'
import { shippedMessages } from '../i18n/server-messages.ts'
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
  'the %s email in %s has the same content as text and as HTML',
  (purpose, language, subject, request) => {
    const email = renderCodeEmail({
      ...addressed,
      purpose,
      messages: shippedMessages(language),
      code: '012345',
    })
    expect(email.subject).toBe(subject)
    for (const body of [email.text, email.html]) {
      expect(body).toContain(request)
      expect(body).toContain('012345')
      expect(body).toContain('https://play.example')
    }
    expect(email.html).toContain(`<html lang="${language}">`)
  },
)

test('values are escaped in the HTML', () => {
  const email = renderPasswordChangedEmail({
    ...addressed,
    messages: shippedMessages('en'),
    publicUrl: 'https://x.example/?a="<b>',
  })
  expect(email.html).not.toContain('<b>')
})
