import { basename } from 'node:path'
import {
  hasVisibleText,
  type InterfaceLanguage,
  isRecognisedLanguage,
  recognisedLanguages,
} from '@playhub/contract'
import { describeFinding } from '@playhub/contract/operator/sentences/checks'
import type { ContentRule } from '@playhub/contract/operator/sentences/content'
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
} from './content.ts'
import { Slug } from './fields.ts'
import { type ContentFolder, displayPath, readFolder } from './files/content-folder.ts'
import { isNote } from './files/content-layout.ts'
import { placeRule, toRule } from './files/content-rule.ts'
import { createIssueDescriber } from './files/describe-issue.ts'
import { missingFiles, toFilePath } from './files/missing-files.ts'
import { readText } from './files/read-text.ts'
import { languageIssues, offeredLanguages } from './languages/languages.ts'
import { orderMessages } from './languages/order-messages.ts'
import { readTranslations } from './languages/read-translations.ts'
import { completeProject, placeholderPrefix } from './placeholders/complete-project.ts'
import { getPublisherDetails, placeholdersIn } from './publisher.ts'

/** Invalid content: one line for each error, with file, line and field, in English. */
export class ContentProblem extends Error {
  override name = 'ContentProblem'
  readonly issues: ContentRule[]

  constructor(issues: ContentRule[]) {
    super(['The content has errors.', ...issues.map((issue) => `  ${describeFinding(issue)}`)].join('\n'))
    this.issues = issues
  }
}

/**
 * Values for `${NAME}` in YAML texts: URLs differing between deployments. A text with an empty one counts as absent,
 * such as the sandbox's URL in production.
 */
export type Placeholders = Record<string, string>

/** Projects as they were last parsed, by path: a folder of thousands of files is read again after each change. */
export type ParsedProjects = Map<
  string,
  { bytes: Buffer; language: InterfaceLanguage; project: Project; files: string[] }
>

/** Reads and validates a content folder. @throws ContentProblem with every error in every file. */
export function readContent(
  dir: string,
  placeholders: Placeholders,
  hosting: GameHosting | null = null,
): Content {
  return parseContent(readFolder(dir), placeholders, hosting)
}

/**
 * @param hosting  Location of hosted builds; null without hosting.
 * @param known    Of the last content, with the same placeholders and hosting; what has not changed is not parsed again.
 * @throws ContentProblem with every error in every file.
 */
export function parseContent(
  folder: ContentFolder,
  placeholders: Placeholders,
  hosting: GameHosting | null,
  known: ParsedProjects = new Map(),
): Content {
  const issues = refusedEntries(folder)
  let hubLanguage: InterfaceLanguage | undefined
  const read = <T extends z.ZodType>(file: string, shape: T) =>
    readYaml(folder, file, shape, { placeholders, hubLanguage }, issues)

  const hub = read('hub.yaml', HubFile)
  hubLanguage = hub?.defaultLanguage
  const languages = offeredLanguages(hub ?? { defaultLanguage: 'en' }, readTranslations(folder, issues))
  issues.push(...languageIssues(languages))
  const parseProject = (file: string): Project[] => {
    const id = basename(file, '.yaml')
    if (!Slug.safeParse(id).success) issues.push(toRule('project-name', { place: displayPath(folder, file) }))
    const project = read(file, ProjectFile)
    if (!project) return []
    const located = locateGame(project, id, hosting)
    if (!('code' in located)) return [completeProject(id, located)]
    issues.push(placeRule(located, displayPath(folder, file)))
    return []
  }
  const projects = filesIn(folder, 'projects').flatMap((file) => {
    const bytes = folder.files.get(file)
    const language = hubLanguage ?? 'en'
    const last = known.get(file)
    if (bytes && last?.language === language && hasFiles(folder, last.files) && last.bytes.equals(bytes))
      return [last.project]
    const before = issues.length
    const [project] = parseProject(file)
    if (bytes && project && issues.length === before)
      known.set(file, { bytes, language, project, files: listFiles(project) })
    return project ? [project] : []
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

/** Pictures may be gone although the file is the same. */
const hasFiles = ({ files }: ContentFolder, paths: string[]) => paths.every((path) => files.has(path))

/** Those that it names below the content folder. */
const listFiles = (project: Project): string[] =>
  missingFiles(new Map(), project).flatMap(({ path }) =>
    path.startsWith(placeholderPrefix) ? [] : (toFilePath(path) ?? []),
  )

/** The host of a preview would otherwise be longer than DNS allows. */
const maxHostedIdLength = 40

/** Adds the address of the game, and its origin where this hub hosts it. @returns the reason when there is none */
function locateGame(
  project: ProjectFile,
  id: string,
  hosting: GameHosting | null,
): LocatedProjectFile | ContentRule {
  const { game, origins = [] } = project
  if (game.frameUrl !== undefined) return { ...project, game: { ...game, frameUrl: game.frameUrl } }
  if (!hosting) return toRule('no-frame')
  if (id.length > maxHostedIdLength) return toRule('long-id', { limit: maxHostedIdLength })
  const allOrigins = new Set([...origins, toGameOrigin(hosting, id)])
  return { ...project, origins: [...allOrigins], game: { ...game, frameUrl: toGameUrl(hosting, id) } }
}

/** Unreadable or unknown entries, and a missing `hub.yaml`. */
function refusedEntries(folder: ContentFolder): ContentRule[] {
  const refused = [...folder.refused].map(([path, rule]) => placeRule(rule, displayPath(folder, path)))
  const isMissing =
    ['', 'hub.yaml'].every((path) => !folder.refused.has(path)) && !folder.files.has('hub.yaml')
  return isMissing
    ? [...refused, toRule('file-missing', { place: displayPath(folder, 'hub.yaml') })]
    : refused
}

/** A folder's content files: for pages those for all hosts first, then those for tenants. */
function filesIn({ files }: ContentFolder, name: string): string[] {
  const getDepth = (path: string) => path.split('/').length
  return [...files.keys()]
    .filter((path) => path.startsWith(`${name}/`) && !isNote(path))
    .sort((a, b) => getDepth(a) - getDepth(b) || (a < b ? -1 : 1))
}

/** Metadata whose page or tenant does not exist. */
function unknownPages(folder: ContentFolder): ContentRule[] {
  const projects = filesIn(folder, 'projects').map((file) => basename(file, '.yaml'))
  const tenants = ['playhub', ...projects]
  const unknownTenants = [...folder.folders].filter(
    (path) => path.startsWith('pages/') && !tenants.includes(basename(path)),
  )
  const unknownKinds = filesIn(folder, 'pages').filter(
    (file) => !pageKinds.some((kind) => kind === basename(file, '.yaml')),
  )
  return [
    ...unknownTenants.map((path) => toRule('unknown-tenant', { place: displayPath(folder, path) })),
    ...unknownKinds.map((file) =>
      toRule('unknown-page', { place: displayPath(folder, file), pages: pageKinds.join(', ') }),
    ),
  ]
}

function readYaml<T extends z.ZodType>(
  folder: ContentFolder,
  file: string,
  shape: T,
  { placeholders, hubLanguage }: { placeholders: Placeholders; hubLanguage: InterfaceLanguage | undefined },
  issues: ContentRule[],
): z.output<T> | undefined {
  const text = readText(folder, file, issues)
  if (text === undefined) return undefined
  const name = displayPath(folder, file)
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter })
  const lineAt = (offset: number) => lineCounter.linePos(offset).line
  for (const error of document.errors) {
    issues.push(toYamlIssue(`${name}:${lineAt(error.pos[0])}`, error))
  }
  if (document.errors.length > 0) return undefined
  const addIssue = (path: PropertyKey[], rule: ContentRule) => {
    const field = path.length > 0 ? `\`${path.map(String).join('.')}\`` : 'file'
    issues.push(placeRule(rule, `${name}:${lineAt(getOffset(document, path))}`, field))
  }
  const plain = toPlainData(document)
  if (plain instanceof Error) {
    issues.push(toYamlIssue(name, plain))
    return undefined
  }
  const filled = fillPlaceholders(plain, placeholders)
  const defaultLanguage = findOwnLanguage(filled) ?? hubLanguage ?? 'en'
  const { value, missing } = orderMessages(filled, defaultLanguage)
  for (const field of missing) addIssue(field, toRule('default-text', { language: defaultLanguage }))
  for (const { field, path } of missingFiles(folder.files, value)) {
    addIssue(field, toRule('no-file', { path }))
  }
  const describer = createIssueDescriber()
  const parsed = shape.safeParse(value, { error: describer.error })
  if (parsed.success) return parsed.data
  for (const { field, rule } of parsed.error.issues.flatMap(describer.list)) addIssue(field, rule)
  return undefined
}

const toYamlIssue = (place: string, { message }: Error): ContentRule =>
  toRule('yaml', { place, said: message.split('\n')[0] ?? message })

/**
 * A copy by JSON, since the parser's texts are parts of the whole file and would keep it in memory.
 * @returns  an error for aliases without an anchor, too many aliases, or those to a value inside itself
 */
function toPlainData(document: Document): unknown {
  try {
    return JSON.parse(JSON.stringify(document.toJS()))
  } catch (error) {
    return error
  }
}

/** The default language set by `hub.yaml` or a project. */
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

function readDocument(folder: ContentFolder, file: string, issues: ContentRule[]): DocumentFile[] {
  const text = readText(folder, file, issues)
  if (text === undefined) return []
  const [name = '', language, ...more] = basename(file, '.md').split('.')
  const known = isRecognisedLanguage(language) && more.length === 0 ? language : undefined
  const [first = '', ...rest] = text.split('\n')
  const title = first.slice(2).trim()
  const markdown = rest.join('\n').trim()
  const place = displayPath(folder, file)
  if (!known) issues.push(toRule('document-language', { place }))
  if (!/^[\w-]+$/.test(name)) issues.push(toRule('document-name', { place }))
  if (!first.startsWith('# ') || !hasVisibleText(title))
    issues.push(toRule('document-title', { place: `${place}:1` }))
  else if (!hasVisibleText(markdown)) issues.push(toRule('document-empty', { place }))
  return known ? [{ name, language: known, title, markdown }] : []
}

function unknownPlaceholders(documents: DocumentFile[], known: string[]): ContentRule[] {
  return documents.flatMap(({ name, language, markdown }) =>
    placeholdersIn(markdown)
      .filter((placeholder) => !known.includes(placeholder))
      .map((placeholder) =>
        toRule('placeholder', {
          ...{ place: `docs/${name}.${language}.md`, name: `{${placeholder}}`, known: known.join(', ') },
        }),
      ),
  )
}

function duplicateItemIds(projects: Project[]): ContentRule[] {
  const owners = new Map<string, string>()
  return projects.flatMap((project) =>
    project.items.flatMap(({ id }) => {
      const owner = owners.get(id)
      owners.set(id, owner ?? project.id)
      return owner ? [toRule('item-id', { place: `projects/${project.id}.yaml`, id, owner })] : []
    }),
  )
}
