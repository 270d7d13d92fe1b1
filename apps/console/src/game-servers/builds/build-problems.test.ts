import { buildProblems } from '@playhub/contract'
import { expect, test } from 'vitest'
import en from '../../../i18n/en/build-problems.json'
import ru from '../../../i18n/ru/build-problems.json'

test('the console says in English what the hub says about a build', () => {
  const sentences = Object.entries(buildProblems).map(([code, text]) => [
    code,
    text.replace(/\{\w+\}/g, (name) => `{${name}}`),
  ])
  expect(en).toEqual(Object.fromEntries(sentences))
})

test('a Russian sentence names the same values', () => {
  const listValues = (text: string) => text.match(/\{\{\w+\}\}/g) ?? []
  for (const [code, text] of Object.entries(en)) {
    const translated = ru[code as keyof typeof ru]
    expect([code, listValues(translated)]).toEqual([code, listValues(text)])
  }
})
