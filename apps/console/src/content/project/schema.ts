import type { YamlPath } from '../yaml/yaml-edit.ts'

/** What the forms read of a JSON Schema. */
export type SchemaNode = {
  type?: string
  description?: string
  default?: unknown
  enum?: readonly string[]
  format?: string
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  maxItems?: number
  additionalProperties?: SchemaNode | boolean
  allOf?: readonly SchemaNode[]
  anyOf?: readonly SchemaNode[]
  $ref?: string
  minimum?: number
  maximum?: number
  required?: readonly string[]
  propertyNames?: SchemaNode
  definitions?: Record<string, SchemaNode>
}

/**
 * `texts`: one text for each language. `textList`: several of these. `words`: a list of texts for each language.
 * `entries`: groups of texts and pictures.
 * `other`: edited in Source.
 */
export type FieldKind =
  | 'switch'
  | 'number'
  | 'text'
  | 'date'
  | 'choice'
  | 'choices'
  | 'list'
  | 'picture'
  | 'pictures'
  | 'texts'
  | 'textList'
  | 'words'
  | 'entries'
  | 'other'

export type SchemaField = {
  path: YamlPath
  kind: FieldKind
  node: SchemaNode
  isRequired: boolean
  /** Of a picture: the field with what it shows. */
  alt?: YamlPath | undefined
}

export function getKind(node: SchemaNode): FieldKind {
  const ref = getRef(node)
  if (ref) return refKinds[ref] ?? 'other'
  const { type, items, additionalProperties } = withoutNull(node)
  if (type === 'boolean') return 'switch'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'string') return node.enum ? 'choice' : node.format === 'date' ? 'date' : 'text'
  if (type === 'array' && items) return getListKind(items)
  return type === 'object' && Object(additionalProperties).type === 'array' ? 'words' : 'other'
}

function getListKind(items: SchemaNode): FieldKind {
  if (items.type === 'string') return items.enum ? 'choices' : 'list'
  if (getKind(items) === 'texts') return 'textList'
  if ([items, ...(items.anyOf ?? [])].some((each) => getKind(each) === 'picture')) return 'pictures'
  const fields = Object.values(items.properties ?? {})
  const isFlat = fields.every((field) => ['text', 'picture'].includes(getKind(field)))
  return fields.length > 0 && isFlat ? 'entries' : 'other'
}

/** The group that an entry of a list may be. */
export const getGroup = ({ items }: SchemaNode): SchemaNode | undefined =>
  [items, ...(items?.anyOf ?? [])].find((each) => each?.properties)

const refKinds: Record<string, FieldKind> = {
  'text-by-language': 'texts',
  path: 'picture',
  'vat-rate': 'text',
}

/** The definition that a node stands for. */
const getRef = ({ $ref, allOf }: SchemaNode) => ($ref ?? allOf?.[0]?.$ref)?.split('/').at(-1)

/** Null means that the field is not there. */
const withoutNull = (node: SchemaNode): SchemaNode => {
  const [first, second] = node.anyOf ?? []
  return first && second?.type === 'null' ? first : node
}

/** The fields of a group, those of groups inside it too. */
export function listFields(group: SchemaNode, base: YamlPath = []): SchemaField[] {
  return Object.entries(group.properties ?? {}).flatMap(([name, node]) => {
    const path = [...base, name]
    if (node.properties) return listFields(node, path)
    const alt = `${name}Alt`
    const hasAlt = Object.hasOwn(group.properties ?? {}, alt)
    const isRequired = group.required?.includes(name) ?? false
    return [{ path, kind: getKind(node), node, isRequired, alt: hasAlt ? [...base, alt] : undefined }]
  })
}

/** Paths of all texts that the fields have or may have. */
export function listTexts(group: SchemaNode, fields: unknown, base: YamlPath = []): YamlPath[] {
  return Object.entries(group.properties ?? {}).flatMap(([name, node]) => {
    const path = [...base, name]
    const value = Object(fields)[name]
    if (getKind(node) === 'texts') return [path]
    if (node.properties) return listTexts(node, value, path)
    const entries = Array.isArray(value) ? value : []
    const entryGroup = getGroup(node)
    if (entryGroup) return entries.flatMap((entry, index) => listTexts(entryGroup, entry, [...path, index]))
    return node.items && getKind(node.items) === 'texts' ? entries.map((_, index) => [...path, index]) : []
  })
}
