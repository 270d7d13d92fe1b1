import { fieldIssues } from '@playhub/contract/forms/field-issues'
import { refusals } from '@playhub/contract/refusals'
import { expect, test } from 'vitest'

type Tree = { [key: string]: string | Tree }
const files = import.meta.glob<Tree>('./*/*.json', { eager: true, import: 'default' })
const namespaces = Object.keys(files)
  .filter((path) => path.startsWith('./en/'))
  .map((path) => path.slice('./en/'.length, -'.json'.length))

/** Every text by its dotted key. */
function flatten(tree: Tree, prefix = ''): Map<string, string> {
  const entries = Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
  )
  return new Map(entries)
}

const readMessages = (language: 'ru' | 'en', namespace: string) =>
  flatten(files[`./${language}/${namespace}.json`] ?? {})
/** Keys without plural suffixes. */
const messageIds = (language: 'ru' | 'en', namespace: string) =>
  new Set(
    [...readMessages(language, namespace).keys()].map((key) =>
      key.replace(/_(zero|one|two|few|many|other)$/, ''),
    ),
  )
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}|<(\w+)>/g)].map((match) => match[0]).sort()

test.each(namespaces)('%s has the same messages in both languages', (namespace) => {
  expect(messageIds('ru', namespace)).toEqual(messageIds('en', namespace))
})

test.each(namespaces)('%s has no empty text, and no hyphen in place of a dash', (namespace) => {
  for (const language of ['ru', 'en'] as const) {
    for (const [key, text] of readMessages(language, namespace)) {
      expect(text.trim(), `${language}/${namespace}: ${key}`).not.toBe('')
      expect(text, `${language}/${namespace}: ${key}`).not.toMatch(/ - /)
    }
  }
})

test.each(namespaces)('%s names the hub by its placeholder only', (namespace) => {
  for (const language of ['ru', 'en'] as const)
    for (const [key, text] of readMessages(language, namespace))
      expect(text, key).not.toMatch(/Playhub|Плейхаб/i)
})

test.each(namespaces)('%s has the same placeholders in both languages', (namespace) => {
  const english = readMessages('en', namespace)
  for (const [key, text] of readMessages('ru', namespace)) {
    const translation = english.get(key) ?? english.get(key.replace(/_(few|many)$/, '_other'))
    if (translation !== undefined) expect(placeholders(text), key).toEqual(placeholders(translation))
  }
})

test.each(namespaces)('%s has all plural forms of both languages', (namespace) => {
  const forms = { ru: ['few', 'many', 'one', 'other'], en: ['one', 'other'] }
  for (const language of ['ru', 'en'] as const) {
    const keys = [...readMessages(language, namespace).keys()]
    for (const stem of keys
      .filter((key) => key.endsWith('_other'))
      .map((key) => key.slice(0, -'_other'.length))) {
      const found = keys.filter((key) => key.startsWith(`${stem}_`)).map((key) => key.slice(stem.length + 1))
      expect(found.sort(), `${language}/${namespace}: ${stem}`).toEqual(forms[language])
    }
  }
})

test('every refusal and every field issue has a message', () => {
  for (const language of ['ru', 'en'] as const) {
    const messages = readMessages(language, 'errors')
    for (const code of Object.keys(refusals)) expect(messages.has(`refusal.${code}`), code).toBe(true)
    for (const issue of fieldIssues) expect(messages.has(`issue.${issue}`), issue).toBe(true)
  }
})
