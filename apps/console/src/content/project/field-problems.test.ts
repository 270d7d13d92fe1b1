import { expect, test } from 'vitest'
import { readProblem } from './field-problems.ts'

const sentence = {
  code: 'content.min-charge',
  params: { place: 'projects/a.yaml:12', field: '`items.0.price.USD`', limit: '0.50', providers: 'Stripe' },
}

test.each([
  ['en', 'Must be at least 0.50, the smallest charge of Stripe'],
  ['ru', 'Должно быть не меньше 0.50, это наименьший платёж в Stripe'],
] as const)('beside its field, a problem in %s needs no place', (language, text) => {
  expect(readProblem(sentence, language)).toEqual({ field: 'items.0.price.USD', line: 12, text })
})

test('an error of YAML has a line and no field', () => {
  const yaml = { code: 'content.yaml', params: { place: 'projects/a.yaml:3', said: 'bad indentation' } }
  expect(readProblem(yaml, 'en')).toEqual({ field: '', line: 3, text: 'Bad indentation' })
})

test('a sentence of a newer hub is quoted', () => {
  expect(readProblem({ code: 'content.new', params: { said: 'is odd' } }, 'en').text).toBe('Is odd')
})
