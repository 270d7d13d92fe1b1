import { readFileSync } from 'node:fs'

export type Language = 'ru' | 'en'
type Words = { [key: string]: string | Words }

/** The interface's own words in one language, so that journeys read a screen as a player does. */
export function wordsIn(language: Language): (path: string, values?: Record<string, string>) => string {
  const read = new Map<string, Words>()
  return (path, values = {}) => {
    const [namespace = '', key = ''] = path.split(':')
    const file = new URL(`../../../apps/web/src/i18n/${language}/${namespace}.json`, import.meta.url)
    const words = read.get(namespace) ?? (JSON.parse(readFileSync(file, 'utf8')) as Words)
    read.set(namespace, words)
    const found = key
      .split('.')
      .reduce<string | Words | undefined>((at, part) => (typeof at === 'object' ? at[part] : at), words)
    if (typeof found !== 'string') throw new Error(`There are no words for ${path} in ${language}`)
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '').replace(/<\/?\w+>/g, '')
  }
}
