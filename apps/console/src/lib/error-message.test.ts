import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { expect, test } from 'vitest'
import { getErrorMessage } from './error-message.ts'
import { loadMessages, messages } from './messages.ts'

test.each([
  ['en', 'Too many attempts. Try again in 59 minutes', 'Too many attempts. Wait a minute and try again'],
  [
    'ru',
    'Слишком много попыток. Попробуйте снова через 59 минут',
    'Слишком много попыток. Подождите минуту и повторите',
  ],
])('a locked login says in %s for how long', async (language, timed, untimed) => {
  await messages.changeLanguage(language)
  await loadMessages('errors')
  const refusal = { code: 'TOO_MANY_REQUESTS', status: 429, title: '' }
  expect(getErrorMessage(new ApiRefusal({ ...refusal, details: { retryInSeconds: 3_530 } }))).toBe(timed)
  expect(getErrorMessage(new ApiRefusal(refusal))).toBe(untimed)
})

test.each([
  [
    'en',
    'Your role doesn’t allow this: it needs Finance or Owner. Ask an owner',
    'Your role doesn’t allow this: it needs Finance or Owner for all games. Ask an owner',
    "Your role doesn't allow this",
  ],
  [
    'ru',
    'Ваша роль этого не позволяет: нужна роль Финансы или Владелец. Обратитесь к владельцу',
    'Ваша роль этого не позволяет: нужна роль Финансы или Владелец для всех игр. Обратитесь к владельцу',
    'Ваша роль этого не позволяет',
  ],
])('a refusal says in %s what role is missing', async (language, ofProject, hubWide, untold) => {
  await messages.changeLanguage(language)
  await loadMessages('errors', 'common')
  const refuse = (details?: object) =>
    getErrorMessage(new ApiRefusal({ code: 'OPERATOR_FORBIDDEN', status: 403, title: '', ...details }))
  const roles = ['finance', 'owner']
  expect(refuse({ details: { roles, isHubWide: false } })).toBe(ofProject)
  expect(refuse({ details: { roles, isHubWide: true } })).toBe(hubWide)
  expect(refuse()).toBe(untold)
  expect(refuse({ details: { roles: ['unknown'] } })).toBe(untold)
})
