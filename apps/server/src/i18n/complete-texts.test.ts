import { expect, test } from 'vitest'
import { completeTexts } from './complete-texts.ts'

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
  expect(completeTexts(english, german, 'de')).toEqual({ texts: german, problems: [] })
})

test('a missing text is English, and is listed', () => {
  const { texts, problems } = completeTexts(english, { greeting: 'Hallo, {{name}}' }, 'de')
  expect(texts).toEqual({ ...english, greeting: 'Hallo, {{name}}' })
  expect(problems).toEqual([
    'agree is missing, so it is shown in English',
    'nested.back is missing, so it is shown in English',
    'count_one is missing, so it is shown in English',
    'count_other is missing, so it is shown in English',
  ])
})

test('a text without a placeholder or a tag of the English one is English, and is listed', () => {
  const broken = { ...english, greeting: 'Hallo, {{nam}}', agree: 'Bedingungen annehmen' }
  const { texts, problems } = completeTexts(english, broken, 'de')
  expect(texts).toMatchObject({ greeting: english.greeting, agree: english.agree })
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
  expect(completeTexts(english, translation, 'de').problems.toSorted()).toEqual([
    'count_few is unknown',
    'greetings is unknown',
    'nested.top is unknown',
  ])
})

test('a language has its own plural forms', () => {
  const { problems: missing } = completeTexts(english, { ...english, count_one: '' }, 'ru')
  expect(missing.map((problem) => problem.split(' ')[0])).toEqual(['count_one', 'count_few', 'count_many'])
  const japanese = { ...english, count_one: undefined, count_other: 'ゲーム{{count}}本' }
  const { texts, problems } = completeTexts(english, JSON.parse(JSON.stringify(japanese)), 'ja')
  expect(texts.count_other).toBe('ゲーム{{count}}本')
  expect(texts).not.toHaveProperty('count_one')
  expect(problems).toEqual([])
})

test('a rare plural form that is not translated takes the general one', () => {
  const french = { ...english, count_one: '{{count}} jeu', count_other: '{{count}} jeux' }
  const { texts, problems } = completeTexts(english, french, 'fr')
  expect(texts).toMatchObject({ count_many: '{{count}} jeux' })
  expect(problems).toEqual([])
})
