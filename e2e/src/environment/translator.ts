import { readFileSync } from 'node:fs'

export type Language = 'ru' | 'en'
export type Translate = (id: string, values?: Record<string, string>) => string
type Messages = { [key: string]: string | Messages }

/** @returns  a function that reads the interface's messages in one language by id, such as `common:retry` */
export function translator(language: Language): Translate {
  const namespaces = new Map<string, Messages>()
  return (id, values = {}) => {
    const [namespace = '', key = ''] = id.split(':')
    const file = new URL(`../../../apps/web/src/i18n/${language}/${namespace}.json`, import.meta.url)
    const messages = namespaces.get(namespace) ?? (JSON.parse(readFileSync(file, 'utf8')) as Messages)
    namespaces.set(namespace, messages)
    const message = key
      .split('.')
      .reduce<string | Messages | undefined>((at, part) => (typeof at === 'object' ? at[part] : at), messages)
    if (typeof message !== 'string') throw new Error(`There is no message ${id} in ${language}`)
    return message.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '').replace(/<\/?\w+>/g, '')
  }
}
