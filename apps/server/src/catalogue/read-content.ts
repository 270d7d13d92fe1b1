import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { type InterfaceLanguage, isRecognisedLanguage } from '@playhub/contract'
import { type Document, LineCounter, parseDocument } from 'yaml'
import type * as z from 'zod'
import { type Content, type DocumentFile, HubFile, PageFile, type Project, ProjectFile } from './content.ts'
import { languageMistakes, offeredLanguages } from './languages/languages.ts'
import { orderTexts } from './languages/order-texts.ts'
import { readTranslations } from './languages/read-translations.ts'
import { missingFiles } from './missing-files.ts'
import { operatorDetails, placeholdersIn } from './operator-details.ts'

/** Invalid content: one line for each mistake, with file, line and field. */
export class ContentProblem extends Error {
  override name = 'ContentProblem'
  readonly mistakes: string[]

  constructor(mistakes: string[]) {
    super(`The content has mistakes.\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`)
    this.mistakes = mistakes
  }
}

/**
 * Values of `${NAME}` in YAML texts: URLs that differ between deployments. A text with an empty one counts as absent, such
 * as the sandbox's URL in production.
 */
export type Placeholders = Record<string, string>

/**
 * Reads and validates the content folder.
 * @throws ContentProblem with every mistake in every file.
 */
export function readContent(dir: string, placeholders: Placeholders): Content {
  const mistakes: string[] = []
  let hubLanguage: InterfaceLanguage | undefined
  const read = <T extends z.ZodType>(file: string, shape: T) =>
    readYaml(dir, file, shape, { placeholders, hubLanguage }, mistakes)

  const hub = read('hub.yaml', HubFile)
  hubLanguage = hub?.defaultLanguage
  const languages = offeredLanguages(hub ?? { defaultLanguage: 'en' }, readTranslations(dir, mistakes))
  mistakes.push(...languageMistakes(languages))
  const projects = filesIn(dir, 'projects', '.yaml').flatMap((file) => {
    const project = read(file, ProjectFile)
    const id = basename(file, '.yaml')
    return project ? [{ ...project, id, items: project.items.map((item) => ({ ...item, project: id })) }] : []
  })
  const pages = new Map(
    pageFilesIn(dir).flatMap((file) => {
      const page = read(file, PageFile)
      return page
        ? [[relative('pages', file).replaceAll('\\', '/').slice(0, -'.yaml'.length), page] as const]
        : []
    }),
  )
  const documents = filesIn(dir, 'docs', '.md').flatMap((file) => readDocument(dir, file, mistakes))
  mistakes.push(...duplicateItemIds(projects))
  if (hub) mistakes.push(...unknownPlaceholders(documents, Object.keys(operatorDetails(hub, 'en'))))
  if (mistakes.length > 0 || !hub) throw new ContentProblem(mistakes)
  projects.sort((a, b) => a.game.order - b.game.order || a.id.localeCompare(b.id))
  return { hub, projects, pages, documents, languages }
}

function filesIn(dir: string, folder: string, ending: string): string[] {
  if (!existsSync(join(dir, folder))) return []
  return readdirSync(join(dir, folder))
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => join(folder, file))
}

/** Files for all hosts, then those of tenants. */
function pageFilesIn(dir: string): string[] {
  const tenants = existsSync(join(dir, 'pages'))
    ? readdirSync(join(dir, 'pages'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    : []
  return ['pages', ...tenants.map(({ name }) => join('pages', name))].flatMap((folder) =>
    filesIn(dir, folder, '.yaml'),
  )
}

function readYaml<T extends z.ZodType>(
  dir: string,
  file: string,
  shape: T,
  { placeholders, hubLanguage }: { placeholders: Placeholders; hubLanguage: InterfaceLanguage | undefined },
  mistakes: string[],
): z.output<T> | undefined {
  const path = join(dir, file)
  const displayPath = relative(process.cwd(), path)
  if (!existsSync(path)) {
    mistakes.push(`${displayPath}: the file is missing`)
    return undefined
  }
  const lineCounter = new LineCounter()
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter })
  const lineAt = (offset: number) => lineCounter.linePos(offset).line
  for (const error of document.errors) {
    mistakes.push(`${displayPath}:${lineAt(error.pos[0])}: ${error.message.split('\n')[0]}`)
  }
  if (document.errors.length > 0) return undefined
  const addMistake = (field: PropertyKey[], message: string) =>
    mistakes.push(
      `${displayPath}:${lineAt(offsetOf(document, field))}: ${field.map(String).join('.') || 'the file'}: ${message}`,
    )
  const filled = fillPlaceholders(document.toJS(), placeholders)
  const defaultLanguage = ownLanguageOf(filled) ?? hubLanguage ?? 'en'
  const { value, missing } = orderTexts(filled, defaultLanguage)
  for (const field of missing) addMistake(field, `needs a text in ${defaultLanguage}, the default language`)
  for (const { field, path } of missingFiles(dir, value)) {
    addMistake(field, `there is no file ${path} in the content folder`)
  }
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues) addMistake(path, message)
  return undefined
}

/** The default language of `hub.yaml` or of a project. */
function ownLanguageOf(value: unknown): InterfaceLanguage | undefined {
  const { defaultLanguage } = (value ?? {}) as { defaultLanguage?: string }
  return isRecognisedLanguage(defaultLanguage) ? defaultLanguage : undefined
}

/** The offset of a field, or of its nearest existing parent. */
function offsetOf(document: Document, path: PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true) as
      | { range?: [number, number, number] }
      | undefined
    if (node?.range) return node.range[0]
  }
  return 0
}

function fillPlaceholders(value: unknown, placeholders: Placeholders): unknown {
  if (typeof value === 'string') {
    const named = [...value.matchAll(/\$\{(\w+)\}/g)]
    if (named.some(([, name = '']) => placeholders[name] === '')) return undefined
    return value.replace(/\$\{(\w+)\}/g, (whole, name: string) => placeholders[name] ?? whole)
  }
  if (Array.isArray(value))
    return value.map((entry) => fillPlaceholders(entry, placeholders)).filter((entry) => entry !== undefined)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, fillPlaceholders(entry, placeholders)]),
    )
  }
  return value
}

function readDocument(dir: string, file: string, mistakes: string[]): DocumentFile[] {
  const [name = '', language] = basename(file, '.md').split('.')
  const known = isRecognisedLanguage(language) ? language : undefined
  const [first = '', ...rest] = readFileSync(join(dir, file), 'utf8').split('\n')
  const displayPath = relative(process.cwd(), join(dir, file))
  if (!known) mistakes.push(`${displayPath}: the name must end with a language, such as .en.md`)
  if (!first.startsWith('# ')) mistakes.push(`${displayPath}:1: the first line must be the title: "# …"`)
  return known
    ? [{ name, language: known, title: first.slice(2).trim(), markdown: rest.join('\n').trim() }]
    : []
}

function unknownPlaceholders(documents: DocumentFile[], known: string[]): string[] {
  return documents.flatMap(({ name, language, markdown }) =>
    placeholdersIn(markdown)
      .filter((placeholder) => !known.includes(placeholder))
      .map(
        (placeholder) =>
          `docs/${name}.${language}.md: {${placeholder}} is not a known placeholder; known: ${known.join(', ')}`,
      ),
  )
}

function duplicateItemIds(projects: Project[]): string[] {
  const owners = new Map<string, string>()
  return projects.flatMap((project) =>
    project.items.flatMap(({ id }) => {
      const owner = owners.get(id)
      owners.set(id, owner ?? project.id)
      return owner
        ? [`projects/${project.id}.yaml: items: the id ${id} is already used by ${owner}; ids must be unique`]
        : []
    }),
  )
}
