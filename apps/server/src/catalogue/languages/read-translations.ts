import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type InterfaceLanguage,
  type InterfaceMessages,
  isRecognisedLanguage,
  shippedLanguages,
} from '@playhub/contract'
import type { ContentRule } from '@playhub/contract/operator/sentences/content'
import { completeMessages, type TextTree } from '../../i18n/complete-messages.ts'
import { englishFiles, type LanguageMessages } from '../../i18n/server-messages.ts'
import { getErrorMessage } from '../../platform/errors.ts'
import { type ContentFolder, displayPath } from '../files/content-folder.ts'
import { toRule } from '../files/content-rule.ts'
import { readText } from '../files/read-text.ts'

/** A language added by the content, completed in English. */
export type Translation = {
  language: InterfaceLanguage
  /** Web client translations, by namespace. */
  interface: InterfaceMessages
  server: LanguageMessages
  /** A receipt font with the language's characters, if the folder has one. */
  receiptFont: string | null
  /** Missing, unknown or broken translations; one line each. */
  problems: string[]
}

const englishFolder = fileURLToPath(new URL('../../../../web/src/i18n/en/', import.meta.url))

/** The web client's English translations, by namespace. */
function readEnglishInterface(): Record<string, TextTree> {
  return Object.fromEntries(
    readdirSync(englishFolder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(englishFolder, file), 'utf8'))]),
  )
}

/** Reads the folders below `languages/`. Adds invalid names, translations and JSON to `issues`. */
export function readTranslations(folder: ContentFolder, issues: ContentRule[]): Translation[] {
  return [...folder.folders]
    .filter((path) => path.startsWith('languages/'))
    .sort()
    .flatMap((path) => {
      const name = basename(path)
      if (isAddable(name)) return [readTranslation(folder, name, issues)]
      issues.push(toRule('language-name', { place: `languages/${name}` }))
      return []
    })
}

function isAddable(name: string): name is InterfaceLanguage {
  return isRecognisedLanguage(name) && !shippedLanguages.some((shipped) => shipped === name)
}

function readTranslation(
  folder: ContentFolder,
  language: InterfaceLanguage,
  issues: ContentRule[],
): Translation {
  const englishInterface = readEnglishInterface()
  const problems = [...folder.files.keys()]
    .filter((path) => path.startsWith(`languages/${language}/`) && path.endsWith('.json'))
    .filter((path) => !(basename(path, '.json') in { ...englishInterface, ...englishFiles }))
    .map((path) => `${path}: there is no such file of texts`)

  function complete<English extends TextTree>(name: string, english: English): English {
    const file = `languages/${language}/${name}.json`
    const translation = readJson(folder, file, issues)
    const completed = completeMessages(english, translation ?? {}, language)
    if (translation === undefined) problems.push(`${file}: is missing, so its texts are shown in English`)
    else problems.push(...completed.problems.map((problem) => `${file}: ${problem}`))
    return completed.messages
  }

  const messages = Object.entries(englishInterface).map(([name, english]) => [name, complete(name, english)])
  return {
    language,
    interface: Object.fromEntries(messages),
    server: {
      language,
      emails: complete('emails', englishFiles.emails),
      pages: complete('pages', englishFiles.pages),
      receipts: complete('receipts', englishFiles.receipts),
    },
    receiptFont: fontIn(folder, language),
    problems,
  }
}

function fontIn({ dir, files }: ContentFolder, language: InterfaceLanguage): string | null {
  const path = ['ttf', 'otf']
    .map((ending) => `languages/${language}/font.${ending}`)
    .find((one) => files.has(one))
  return path === undefined ? null : join(dir, path)
}

/** Undefined when there is no such file, or it is not valid. */
function readJson(folder: ContentFolder, path: string, issues: ContentRule[]): TextTree | undefined {
  const text = readText(folder, path, issues)
  if (text === undefined) return undefined
  const place = displayPath(folder, path)
  try {
    const value: unknown = JSON.parse(text)
    if (isTextTree(value)) return value
    issues.push(toRule('texts', { place }))
  } catch (error) {
    issues.push(toRule('json', { place, said: getErrorMessage(error) }))
  }
  return undefined
}

function isTextTree(value: unknown): value is TextTree {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.values(value).every((entry) => typeof entry === 'string' || isTextTree(entry))
}
