/** Languages added to the content by tests: a pseudo-language with long, accented words, and a Japanese sample. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Content } from './content.ts'

export type Messages = { [key: string]: string | Messages }

const source = (path: string) => fileURLToPath(new URL(`../../../apps/${path}`, import.meta.url))
const englishFolders = [source('web/src/i18n/en'), source('server/src/i18n/en')]
const japaneseFolder = fileURLToPath(new URL('../samples/ja', import.meta.url))

/** Stand-ins for added languages; the pseudo-language replaces German. */
export const addedLanguages = ['de', 'ja'] as const
export type AddedLanguage = (typeof addedLanguages)[number]

export const isAdded = (language: string): language is AddedLanguage =>
  addedLanguages.some((added) => added === language)

/** A file's messages in an added language, without the fallback to English. */
export function addedMessages(language: AddedLanguage, file: string): Messages | undefined {
  if (language === 'de') return translate(readMessages(englishFolders, file) ?? {})
  return readMessages([japaneseFolder], file)
}

/** Adds the languages to a copy of the content, with pseudo-texts for games, items, pages and documents. */
export function addLanguages(content: Content, languages: readonly AddedLanguage[] = addedLanguages): void {
  for (const language of languages) {
    const folder = join(content.dir, 'languages', language)
    mkdirSync(folder, { recursive: true })
    for (const file of englishFiles()) {
      const messages = addedMessages(language, file)
      if (messages) writeFileSync(join(folder, `${file}.json`), JSON.stringify(messages))
    }
  }
  if (languages.includes('de')) translateContent(content.dir)
  if (languages.includes('ja')) translateContent(content.dir, readMessages([japaneseFolder], 'content'))
}

function englishFiles(): string[] {
  return englishFolders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length)),
  )
}

function readMessages(folders: string[], file: string): Messages | undefined {
  for (const folder of folders) {
    if (readdirSync(folder).includes(`${file}.json`))
      return JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8'))
  }
  return undefined
}

const translate = (messages: Messages): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudo(value) : translate(value),
    ]),
  )

const accents: Record<string, string> = {
  a: 'ä',
  c: 'ç',
  e: 'é',
  i: 'ï',
  n: 'ñ',
  o: 'ö',
  u: 'ü',
  y: 'ÿ',
  A: 'Ä',
  E: 'É',
  I: 'Î',
  O: 'Ö',
  U: 'Ü',
}
/** Longer by this share, word by word: neither a sentence nor its longest word may break the page. */
const growth = 0.3

/** "Log in" becomes "Löög ïn": 30 % longer, with placeholders, tags and the hub's name as they are. */
export function pseudo(text: string): string {
  return text.replace(/\{\{\w+\}\}|\{\w+\}|<\/?\w+>|\p{L}+/gu, (part) =>
    /^[{<]|^Playhub$/.test(part) ? part : accented(lengthened(part)),
  )
}

const accented = (word: string) => [...word].map((letter) => accents[letter] ?? letter).join('')

/** Repeats vowels, as a longer word would have more syllables; else its first letters. */
function lengthened(word: string): string {
  let missing = Math.round(word.length * growth)
  const grown = [...word].map((letter) => {
    if (missing === 0 || !/[aeiouy]/i.test(letter)) return letter
    missing -= 1
    return letter + letter.toLowerCase()
  })
  return grown.join('') + word.slice(0, missing).toLowerCase()
}

/**
 * Adds a language to YAML texts and documents.
 * @param sample  Texts by their English original; without it all texts become pseudo-texts.
 */
function translateContent(dir: string, sample?: Messages): void {
  const language = sample ? 'ja' : 'de'
  const translation = (text: string) => {
    const translated = sample ? sample[text] : pseudo(text)
    return typeof translated === 'string' ? JSON.stringify(translated) : undefined
  }
  const unquoted = (text: string) => text.replace(/^"(.*)"$/, '$1')
  for (const file of [
    join(dir, 'hub.yaml'),
    ...filesIn(join(dir, 'projects'), '.yaml'),
    ...filesIn(join(dir, 'pages'), '.yaml'),
  ]) {
    const yaml = readFileSync(file, 'utf8')
    const added = yaml
      .replace(/^( *)en: (.+)$/gm, (line, indent: string, text: string) => {
        const translated = translation(unquoted(text))
        return translated ? `${line}\n${indent}${language}: ${translated}` : line
      })
      .replace(/\{[^{}\n]*\ben: ("[^"]*"|[^{},"\n]+?)(?=,| \})/g, (whole, text: string) => {
        const translated = translation(unquoted(text))
        return translated ? `${whole}, ${language}: ${translated}` : whole
      })
    writeFileSync(file, added)
  }
  if (sample) return
  for (const file of filesIn(join(dir, 'docs'), '.en.md'))
    writeFileSync(file.replace(/\.en\.md$/, '.de.md'), pseudoMarkdown(readFileSync(file, 'utf8')))
}

/** Link URLs stay as they are. */
const pseudoMarkdown = (markdown: string) =>
  markdown.replace(/\]\([^)]*\)|[^\]]+|\]/g, (part) => (part.startsWith('](') ? part : pseudo(part)))

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file))
}
