import { expect, test } from 'vitest'
import { completeMessages } from './complete-messages.ts'

const english = {
  greeting: 'Hello, {{name}}',
  agree: 'Accept the <terms>terms</terms>',
  count_one: '{{count}} game',
  count_other: '{{count}} games',
  nested: { back: 'Back' },
}

test('a complete translation has no problems and is used as it is', () => {
  const german = {
    greeting: 'Hallo, {{name}}',
    agree: '<terms>Bedingungen</terms> annehmen',
    count_one: 'Ein Spiel',
    count_other: '{{count}} Spiele',
    nested: { back: 'Zurück' },
  }
  expect(completeMessages(english, german, 'de')).toEqual({ messages: german, problems: [] })
})

test('a missing text is English, and is listed', () => {
  const { messages, problems } = completeMessages(english, { greeting: 'Hallo, {{name}}' }, 'de')
  expect(messages).toEqual({ ...english, greeting: 'Hallo, {{name}}' })
  expect(problems).toEqual([
    'agree is missing, so it is shown in English',
    'nested.back is missing, so it is shown in English',
    'count_one is missing, so it is shown in English',
    'count_other is missing, so it is shown in English',
  ])
})

test('a text without a placeholder or a tag of the English one is English, and is listed', () => {
  const broken = { ...english, greeting: 'Hallo, {{nam}}', agree: 'Bedingungen annehmen' }
  const { messages, problems } = completeMessages(english, broken, 'de')
  expect(messages).toMatchObject({ greeting: english.greeting, agree: english.agree })
  expect(problems).toEqual([
    'greeting lacks {{name}} and has the unknown {{nam}}, so it is shown in English',
    'agree lacks </terms> <terms>, so it is shown in English',
  ])
})

test('an unknown text and an unknown plural form are listed', () => {
  const translation = {
    ...english,
    count_few: '{{count}} games',
    greetings: 'Hi',
    nested: { back: 'B', top: 'T' },
  }
  expect(completeMessages(english, translation, 'de').problems.toSorted()).toEqual([
    'count_few is unknown',
    'greetings is unknown',
    'nested.top is unknown',
  ])
})

test('a language has its own plural forms', () => {
  const { problems: missing } = completeMessages(english, { ...english, count_one: '' }, 'ru')
  expect(missing.map((problem) => problem.split(' ')[0])).toEqual(['count_one', 'count_few', 'count_many'])
  const japanese = { ...english, count_one: undefined, count_other: 'ゲーム{{count}}本' }
  const { messages, problems } = completeMessages(english, JSON.parse(JSON.stringify(japanese)), 'ja')
  expect(messages.count_other).toBe('ゲーム{{count}}本')
  expect(messages).not.toHaveProperty('count_one')
  expect(problems).toEqual([])
})

test('a rare plural form that is not translated takes the general one', () => {
  const french = { ...english, count_one: '{{count}} jeu', count_other: '{{count}} jeux' }
  const { messages, problems } = completeMessages(english, french, 'fr')
  expect(messages).toMatchObject({ count_many: '{{count}} jeux' })
  expect(problems).toEqual([])
})
