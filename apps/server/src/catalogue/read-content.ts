import { basename } from 'node:path'
import {
  hasVisibleText,
  type InterfaceLanguage,
  isRecognisedLanguage,
  recognisedLanguages,
} from '@playhub/contract'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import * as z from 'zod'
import { type GameHosting, toGameOrigin, toGameUrl } from '../platform/game-hosting.ts'
import {
  type Content,
  type DocumentFile,
  HubFile,
  type LocatedProjectFile,
  PageFile,
  type Project,
  ProjectFile,
  pageKinds,
  Slug,
} from './content.ts'
import { type ContentFolder, displayPath, readFolder } from './files/content-folder.ts'
import { isNote } from './files/content-layout.ts'
import { createIssueDescriber } from './files/describe-issue.ts'
import { missingFiles } from './files/missing-files.ts'
import { readText } from './files/read-text.ts'
import { languageIssues, offeredLanguages } from './languages/languages.ts'
import { orderTexts } from './languages/order-texts.ts'
import { readTranslations } from './languages/read-translations.ts'
import { completeProject } from './placeholders/complete-project.ts'
import { getPublisherDetails, placeholdersIn } from './publisher.ts'

/** Invalid content: one line for each error, with file, line and field. */
export class ContentProblem extends Error {
  override name = 'ContentProblem'
  readonly issues: string[]

  constructor(issues: string[]) {
    super(`The content has mistakes.\n${issues.map((issue) => `  ${issue}`).join('\n')}`)
    this.issues = issues
  }
}

/**
 * Values for `${NAME}` in YAML texts: URLs that differ between deployments. A text with an empty one counts as absent,
 * such as the sandbox's URL in production.
 */
export type Placeholders = Record<string, string>

/** Reads and validates a content folder. @throws ContentProblem with every error in every file. */
export function readContent(
  dir: string,
  placeholders: Placeholders,
  hosting: GameHosting | null = null,
): Content {
  return parseContent(readFolder(dir), placeholders, hosting)
}

/**
 * @param hosting  Where builds are that this hub hosts; null when it hosts none.
 * @throws ContentProblem with every error in every file.
 */
export function parseContent(
  folder: ContentFolder,
  placeholders: Placeholders,
  hosting: GameHosting | null,
): Content {
  const issues = refusedEntries(folder)
  let hubLanguage: InterfaceLanguage | undefined
  const read = <T extends z.ZodType>(file: string, shape: T) =>
    readYaml(folder, file, shape, { placeholders, hubLanguage }, issues)

  const hub = read('hub.yaml', HubFile)
  hubLanguage = hub?.defaultLanguage
  const languages = offeredLanguages(hub ?? { defaultLanguage: 'en' }, readTranslations(folder, issues))
  issues.push(...languageIssues(languages))
  const projects = filesIn(folder, 'projects').flatMap((file) => {
    const id = basename(file, '.yaml')
    if (!Slug.safeParse(id).success) issues.push(invalidProjectName(folder, file))
    const project = read(file, ProjectFile)
    if (!project) return []
    const located = locateGame(project, id, hosting)
    if (typeof located !== 'string') return [completeProject(id, located)]
    issues.push(`${displayPath(folder, file)}: ${located}`)
    return []
  })
  const pages = new Map(
    filesIn(folder, 'pages').flatMap((file) => {
      const page = read(file, PageFile)
      return page ? [[file.slice('pages/'.length, -'.yaml'.length), page] as const] : []
    }),
  )
  issues.push(...unknownPages(folder))
  const documents = filesIn(folder, 'docs').flatMap((file) => readDocument(folder, file, issues))
  issues.push(...duplicateItemIds(projects))
  if (hub) issues.push(...unknownPlaceholders(documents, Object.keys(getPublisherDetails(hub, 'en'))))
  if (issues.length > 0 || !hub) throw new ContentProblem(issues)
  projects.sort((a, b) => a.game.order - b.game.order || a.id.localeCompare(b.id))
  return { hub, projects, pages, documents, languages }
}

/** The host of a preview would otherwise be longer than DNS allows. */
const maxHostedIdLength = 40

/** Adds the address of the game, and its origin where this hub hosts it. @returns the reason when there is none */
function locateGame(
  project: ProjectFile,
  id: string,
  hosting: GameHosting | null,
): LocatedProjectFile | string {
  const { game, origins = [] } = project
  if (game.frameUrl !== undefined) return { ...project, game: { ...game, frameUrl: game.frameUrl } }
  if (!hosting)
    return 'game.frameUrl: is missing: write the address of the game, or set GAMES_HOST so that this hub hosts its builds'
  if (id.length > maxHostedIdLength)
    return `game.frameUrl: is missing, and this hub hosts games whose id has at most ${maxHostedIdLength} characters: shorten the name of the file`
  const allOrigins = new Set([...origins, toGameOrigin(hosting, id)])
  return { ...project, origins: [...allOrigins], game: { ...game, frameUrl: toGameUrl(hosting, id) } }
}

/** Entries that cannot be read or that nobody reads, and a missing `hub.yaml`. */
function refusedEntries(folder: ContentFolder): string[] {
  const refused = [...folder.refused].map(([path, reason]) => `${displayPath(folder, path)}: ${reason}`)
  const isMissing =
    ['', 'hub.yaml'].every((path) => !folder.refused.has(path)) && !folder.files.has('hub.yaml')
  return isMissing ? [...refused, `${displayPath(folder, 'hub.yaml')}: the file is missing`] : refused
}

/** A folder's content files: for pages those for all hosts first, then those for tenants. */
function filesIn({ files }: ContentFolder, name: string): string[] {
  const getDepth = (path: string) => path.split('/').length
  return [...files.keys()]
    .filter((path) => path.startsWith(`${name}/`) && !isNote(path))
    .sort((a, b) => getDepth(a) - getDepth(b) || (a < b ? -1 : 1))
}

function invalidProjectName(folder: ContentFolder, file: string): string {
  return `${displayPath(folder, file)}: the name of the file is the id of the project, so it must be lower-case letters, digits and hyphens`
}

/** Metadata whose page or tenant does not exist. */
function unknownPages(folder: ContentFolder): string[] {
  const projects = filesIn(folder, 'projects').map((file) => basename(file, '.yaml'))
  const tenants = ['playhub', ...projects]
  const unknownTenants = [...folder.folders].filter(
    (path) => path.startsWith('pages/') && !tenants.includes(basename(path)),
  )
  const unknownKinds = filesIn(folder, 'pages').filter(
    (file) => !pageKinds.some((kind) => kind === basename(file, '.yaml')),
  )
  return [
    ...unknownTenants.map(
      (path) => `${displayPath(folder, path)}: is read by nobody: the name must be the id of a project`,
    ),
    ...unknownKinds.map(
      (file) => `${displayPath(folder, file)}: is read by nobody: the pages are ${pageKinds.join(', ')}`,
    ),
  ]
}

function readYaml<T extends z.ZodType>(
  folder: ContentFolder,
  file: string,
  shape: T,
  { placeholders, hubLanguage }: { placeholders: Placeholders; hubLanguage: InterfaceLanguage | undefined },
  issues: string[],
): z.output<T> | undefined {
  const text = readText(folder, file, issues)
  if (text === undefined) return undefined
  const name = displayPath(folder, file)
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter })
  const lineAt = (offset: number) => lineCounter.linePos(offset).line
  for (const error of document.errors) {
    issues.push(`${name}:${lineAt(error.pos[0])}: ${error.message.split('\n')[0]}`)
  }
  if (document.errors.length > 0) return undefined
  const addIssue = (field: PropertyKey[], message: string) =>
    issues.push(
      `${name}:${lineAt(getOffset(document, field))}: ${field.length > 0 ? `\`${field.map(String).join('.')}\`` : 'the file'} ${message}`,
    )
  const plain = toPlainData(document)
  if (plain instanceof Error) {
    issues.push(`${name}: ${plain.message.split('\n')[0]}`)
    return undefined
  }
  const filled = fillPlaceholders(plain, placeholders)
  const defaultLanguage = findOwnLanguage(filled) ?? hubLanguage ?? 'en'
  const { value, missing } = orderTexts(filled, defaultLanguage)
  for (const field of missing) addIssue(field, `needs a text in ${defaultLanguage}, the default language`)
  for (const { field, path } of missingFiles(folder.files, value)) {
    addIssue(field, `names a file that is not in the content folder: ${path}`)
  }
  const describer = createIssueDescriber()
  const parsed = shape.safeParse(value, { error: describer.error })
  if (parsed.success) return parsed.data
  for (const { field, message } of parsed.error.issues.flatMap(describer.list)) addIssue(field, message)
  return undefined
}

/** @returns  an error for aliases without an anchor, too many aliases, or those to a value inside itself */
function toPlainData(document: Document): unknown {
  try {
    const plain: unknown = document.toJS()
    JSON.stringify(plain)
    return plain
  } catch (error) {
    return error
  }
}

/** The default language that `hub.yaml` or a project sets. */
function findOwnLanguage(value: unknown): InterfaceLanguage | undefined {
  return z.object({ defaultLanguage: z.enum(recognisedLanguages) }).safeParse(value).data?.defaultLanguage
}

/** Offset where a field, or its nearest existing parent, starts. */
function getOffset(document: Document, path: PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return node.range[0]
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

function readDocument(folder: ContentFolder, file: string, issues: string[]): DocumentFile[] {
  const text = readText(folder, file, issues)
  if (text === undefined) return []
  const [name = '', language, ...more] = basename(file, '.md').split('.')
  const known = isRecognisedLanguage(language) && more.length === 0 ? language : undefined
  const [first = '', ...rest] = text.split('\n')
  const title = first.slice(2).trim()
  const markdown = rest.join('\n').trim()
  const path = displayPath(folder, file)
  if (!known) issues.push(`${path}: the name must end with a language, such as .en.md`)
  if (!/^[\w-]+$/.test(name))
    issues.push(`${path}: the name is part of an address, so it must be Latin letters, digits and hyphens`)
  if (!first.startsWith('# ') || !hasVisibleText(title))
    issues.push(`${path}:1: the first line must be the title: "# …"`)
  else if (!hasVisibleText(markdown)) issues.push(`${path}: has a title, but no text`)
  return known ? [{ name, language: known, title, markdown }] : []
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
        ? [
            `projects/${project.id}.yaml: \`items\` has the id ${id}, which is already used by ${owner}; ids must be unique`,
          ]
        : []
    }),
  )
}
