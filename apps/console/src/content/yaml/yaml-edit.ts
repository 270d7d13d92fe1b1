import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Scalar,
  stringify,
  visit,
  YAMLMap,
  YAMLSeq,
} from 'yaml'
import { keepLines } from './keep-lines.ts'

/** Names of fields and places in lists, from the top of the file. */
export type YamlPath = readonly (string | number)[]

export type YamlValue = string | number | boolean | YamlValue[] | { [field: string]: YamlValue }

/** Changes of one file. Comments, anchors, key order and quoting of everything else stay. */
export type YamlEdit = {
  /** An empty group or list removes the field. */
  set(path: YamlPath, value: YamlValue): void
  /** Removes the field too when its group is empty then. */
  remove(path: YamlPath): void
  /** Adds to the end of a list, which may be missing. */
  add(list: YamlPath, value: YamlValue): void
  move(list: YamlPath, from: number, to: number): void
}

/** Two spaces around values in `{ }` are the sample content's own style. */
const style = { lineWidth: 0, flowCollectionPadding: true } as const

/**
 * Reads a file's fields.
 * @returns  `error` in place of fields, for a text that is no YAML or whose aliases do not resolve
 */
export function readYaml(text: string): { value: unknown; error: null } | { value: null; error: string } {
  const document = parseDocument(text)
  const [error] = document.errors
  if (error) return { value: null, error: error.message }
  try {
    return { value: document.toJS(), error: null }
  } catch (cause) {
    return { value: null, error: String(cause) }
  }
}

/**
 * Changes fields of a file. Untouched lines stay byte for byte.
 * @throws the parser's first error, for a text that is no YAML
 */
export function editYaml(text: string, change: (edit: YamlEdit) => void): string {
  const { mark, eol, source } = readMarks(text)
  const document = parseDocument(source)
  const [error] = document.errors
  if (error) throw error
  const before = document.toString(style)
  change(createEdit(document))
  const after = document.toString(style)
  const kept = keepLines(source, before, after)
  const isKept = JSON.stringify(parseDocument(kept).toJS()) === JSON.stringify(document.toJS())
  return mark + (isKept ? kept : after).replaceAll('\n', eol)
}

function readMarks(text: string) {
  const mark = text.startsWith('\u{feff}') ? '\u{feff}' : ''
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  return { mark, eol, source: text.slice(mark.length).replaceAll('\r\n', '\n') }
}

function createEdit(document: Document): YamlEdit {
  const edit: YamlEdit = {
    set(path, value) {
      if (isEmpty(value)) return edit.remove(path)
      openParents(document, path)
      const old = document.getIn(path, true)
      if (isScalar(old) && typeof value !== 'object') return setScalar(old, value)
      if (isSeq(old) && Array.isArray(value)) return setList(document, old, value)
      freeAliases(document, old)
      document.setIn(path, createNode(document, value))
    },
    remove(path) {
      if (!document.hasIn(path)) return
      openParents(document, path)
      freeAliases(document, document.getIn(path, true))
      document.deleteIn(path)
      const parent = path.slice(0, -1)
      const group = parent.length > 0 ? document.getIn(parent, true) : undefined
      if (isCollection(group) && group.items.length === 0) edit.remove(parent)
    },
    add(path, value) {
      openParents(document, [...path, 0])
      const list = document.getIn(path, true)
      if (isSeq(list)) list.add(createNode(document, value, list.flow))
    },
    move(path, from, to) {
      openParents(document, [...path, from])
      const list = document.getIn(path, true)
      if (!isSeq(list) || !isNode(list.items[from])) return
      freeAliases(document, list.items[from], true)
      list.items.splice(to, 0, ...list.items.splice(from, 1))
    },
  }
  return edit
}

const isEmpty = (value: YamlValue) => typeof value === 'object' && Object.keys(value).length === 0

/** Makes every parent a group or list of its own: an alias becomes a copy, and an empty field a group. */
function openParents(document: Document, path: YamlPath): void {
  if (!isCollection(document.contents)) document.contents = new YAMLMap()
  for (let depth = 1; depth < path.length; depth++) {
    const parent = path.slice(0, depth)
    const node = document.getIn(parent, true)
    if (isCollection(node)) continue
    const list = typeof path[depth] === 'number'
    document.setIn(parent, copyAlias(document, node) ?? (list ? new YAMLSeq() : new YAMLMap()))
  }
}

function copyAlias(document: Document, node: unknown): Node | undefined {
  if (!isAlias(node)) return undefined
  return document.createNode(node.toJS(document, {})) as Node
}

/**
 * Gives aliases of anchors inside a node copies of their values, because the node goes away.
 * @param isMoved  Its own aliases get copies, too: they may stand above their anchor then.
 */
function freeAliases(document: Document, node: unknown, isMoved = false): void {
  if (!isNode(node)) return
  const inside = new Set<unknown>()
  visit(node, { Node: (_, each) => void inside.add(each) })
  visit(document, {
    Alias(_, alias) {
      const isOwn = inside.has(alias)
      if (isOwn ? isMoved : inside.has(alias.resolve(document))) return copyAlias(document, alias)
      return undefined
    },
  })
}

/** Keeps comments and quoting. */
function setScalar(node: Scalar, value: string | number | boolean): void {
  if (node.value === value) return
  if (typeof node.value !== typeof value) node.type = undefined
  node.value = value
  node.minFractionDigits = undefined
  node.format = undefined
  node.tag = undefined
}

/** Keeps the comments of entries that stay. */
function setList(document: Document, list: YAMLSeq, value: YamlValue[]): void {
  const old = [...list.items]
  list.items = value.map((entry) => {
    const index = old.findIndex((node) => isScalar(node) && node.value === entry)
    return index === -1 ? createNode(document, entry, list.flow) : old.splice(index, 1)[0]
  })
  for (const gone of old) freeAliases(document, gone)
}

/** Prices and short lists stand in one line, as in the sample content. */
function createNode(document: Document, value: YamlValue, isInFlow = false): Node {
  const node = document.createNode(value) as Node
  visit(node, {
    Collection(_, collection) {
      const hasTexts = isMap(collection) && collection.items.some(({ value: each }) => isText(each))
      const isFlat = collection.items.every(
        (each) => !isCollection('value' in Object(each) ? (each as { value: unknown }).value : each),
      )
      if (isInFlow || (isFlat && !hasTexts)) collection.flow = true
    },
  })
  return node
}

const isText = (node: unknown) => isScalar(node) && typeof node.value === 'string'

/** A new project's file, hidden from players until its checklist is done. Otherwise as `hub projects create` writes it. */
export function writeProject(names: Record<string, string>): string {
  const name = Object.fromEntries(Object.entries(names).filter(([, text]) => text.trim() !== ''))
  return [
    '# yaml-language-server: $schema=../schema/project.json',
    '# The file name is the project id. All fields: docs/operate/content.md.',
    stringify({ name, game: { isActive: false } }),
  ].join('\n')
}
