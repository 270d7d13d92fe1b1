import { readFileSync } from 'node:fs'
import { isLong } from './environment.ts'
import { type AddedLanguage, addedMessages, isAdded, type Messages } from './languages.ts'

export type Language = 'ru' | 'en'

/** The long form takes both languages where the other one shows nothing but its own messages. */
export function testedLanguages(first: Language): Language[] {
  return isLong ? [first, first === 'ru' ? 'en' : 'ru'] : [first]
}

export type Translate = (id: string, values?: Record<string, string>) => string

/** Values in messages with the default settings. */
const settings: Record<string, string> = { brand: 'Playhub', max: '20' }

/** @returns  a function from ids such as `common:retry` to the interface's messages in one language */
export function translator(language: Language | AddedLanguage): Translate {
  const english = isAdded(language) ? translator('en') : undefined
  return translate(language, (namespace) => readMessages(language, namespace), english)
}

/** The same for the operator console. */
export function consoleTranslator(language: Language): Translate {
  return translate(language, (namespace) => readFile(`apps/console/i18n/${language}/${namespace}.json`))
}

function translate(language: string, read: (namespace: string) => Messages, english?: Translate): Translate {
  const namespaces = new Map<string, Messages>()
  const getMessages = (namespace: string) => {
    const messages = namespaces.get(namespace) ?? read(namespace)
    namespaces.set(namespace, messages)
    return messages
  }
  return (id, given) => {
    const values = { ...settings, ...given }
    const [namespace = '', key = ''] = id.split(':')
    const message = key
      .split('.')
      .reduce<string | Messages | undefined>(
        (at, part) => (typeof at === 'object' ? at[part] : at),
        getMessages(namespace),
      )
    if (message === undefined && english) return english(id, given)
    if (typeof message !== 'string') throw new Error(`There is no message ${id} in ${language}`)
    return message.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '').replace(/<\/?\w+>/g, '')
  }
}

function readMessages(language: Language | AddedLanguage, namespace: string): Messages {
  if (isAdded(language)) return addedMessages(language, namespace) ?? {}
  return readFile(`apps/web/src/i18n/${language}/${namespace}.json`)
}

const readFile = (path: string): Messages =>
  JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'))
