import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type InterfaceLanguage,
  type InterfaceTexts,
  isRecognisedLanguage,
  shippedLanguages,
} from '@playhub/contract'
import { completeTexts, type TextTree } from '../../i18n/complete-texts.ts'
import { englishFiles, type TextsOfLanguage } from '../../i18n/server-texts.ts'

/** A language that the content adds, completed with English where it lacks a text. */
export type Translation = {
  language: InterfaceLanguage
  /** For the web client, by namespace. */
  interface: InterfaceTexts
  server: TextsOfLanguage
  /** A font for receipts with the characters of the language, if the folder has one. */
  receiptFont: string | null
  /** Texts that are missing, unknown or broken; one line each. */
  problems: string[]
}

const englishFolder = fileURLToPath(new URL('../../../../web/src/i18n/en/', import.meta.url))
let englishInterface: Record<string, TextTree> | undefined

/** The English texts of the web client, by namespace. */
function readEnglishInterface(): Record<string, TextTree> {
  englishInterface ??= Object.fromEntries(
    jsonFilesIn(englishFolder).map((file) => [
      basename(file, '.json'),
      JSON.parse(readFileSync(join(englishFolder, file), 'utf8')),
    ]),
  )
  return englishInterface
}

/** Reads the folders below `languages/`. Adds invalid names and JSON to `mistakes`. */
export function readTranslations(dir: string, mistakes: string[]): Translation[] {
  const root = join(dir, 'languages')
  if (!existsSync(root)) return []
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders
    .map(({ name }) => name)
    .sort()
    .flatMap((name) => {
      if (isAddable(name)) return [readTranslation(root, name, mistakes)]
      mistakes.push(
        `languages/${name}: the name must be a language that the hub recognises and that does not ship: de, es, fr, it, ja, ko, pt or zh`,
      )
      return []
    })
}

function isAddable(name: string): name is InterfaceLanguage {
  return isRecognisedLanguage(name) && !shippedLanguages.some((shipped) => shipped === name)
}

function readTranslation(root: string, language: InterfaceLanguage, mistakes: string[]): Translation {
  const folder = join(root, language)
  const english: Record<string, TextTree> = { ...readEnglishInterface(), ...englishFiles }
  const problems = jsonFilesIn(folder)
    .filter((file) => !(basename(file, '.json') in english))
    .map((file) => `languages/${language}/${file}: there is no such file of texts`)

  function complete(name: string): TextTree {
    const file = `languages/${language}/${name}.json`
    const translation = readJson(join(folder, `${name}.json`), mistakes)
    const completed = completeTexts(english[name] ?? {}, translation ?? {}, language)
    if (translation === undefined) problems.push(`${file}: is missing, so its texts are shown in English`)
    else problems.push(...completed.problems.map((problem) => `${file}: ${problem}`))
    return completed.texts
  }

  const completeAll = (names: string[]) => Object.fromEntries(names.map((name) => [name, complete(name)]))
  const texts = completeAll(Object.keys(readEnglishInterface()))
  const server = completeAll(Object.keys(englishFiles)) as unknown as typeof englishFiles
  return {
    language,
    interface: texts,
    server: { language, ...server },
    receiptFont: ['font.ttf', 'font.otf'].map((file) => join(folder, file)).find(existsSync) ?? null,
    problems,
  }
}

/** Undefined when there is no such file, or it is not valid. */
function readJson(path: string, mistakes: string[]): TextTree | undefined {
  if (!existsSync(path)) return undefined
  const displayPath = relative(process.cwd(), path)
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (isTextTree(value)) return value
    mistakes.push(`${displayPath}: must consist of texts and objects of texts`)
  } catch (error) {
    mistakes.push(`${displayPath}: ${(error as Error).message}`)
  }
  return undefined
}

function isTextTree(value: unknown): value is TextTree {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.values(value).every((entry) => typeof entry === 'string' || isTextTree(entry))
}

function jsonFilesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
}
