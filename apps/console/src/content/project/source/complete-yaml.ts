import type { SchemaNode } from '../schema.ts'

export type YamlCompletion = {
  /** What is typed already, which the completion replaces. */
  from: number
  options: { label: string; apply: string; info: string | undefined }[]
}

/**
 * Completes a field's name or value by the schema. Works from indentation, because a text is seldom YAML while it is
 * typed.
 * @param before  The text up to the cursor.
 */
export function completeYaml(schema: SchemaNode, before: string): YamlCompletion | null {
  const lines = before.split('\n')
  const line = lines.at(-1) ?? ''
  const [, space = '', dash = '', name, typed = ''] =
    /^(\s*)((?:- +)*)(?:([\w-]+):\s+)?([\w-]*)$/.exec(line) ?? []
  if (!/^(\s*)((?:- +)*)(?:([\w-]+):\s+)?([\w-]*)$/.test(line)) return null
  const parents = findParents(lines.slice(0, -1), space.length, dash !== '')
  const group = parents.reduce<SchemaNode | undefined>(
    (node, parent) => getChild(schema, node, parent),
    schema,
  )
  const node = name === undefined ? resolve(schema, group) : getChild(schema, group, name)
  const from = before.length - typed.length
  const values = listValues(node).map((label) => ({ label, apply: label, info: undefined }))
  if (name !== undefined) return { from, options: values }
  const names = Object.entries(node?.properties ?? {}).map(([label, { description }]) => ({
    label,
    apply: `${label}: `,
    info: description,
  }))
  return { from, options: names.length > 0 ? names : values }
}

const listEntry = '-'

/** Names of the fields around a line, from the top, with `-` for an entry of a list. */
function findParents(lines: readonly string[], indent: number, isEntry: boolean): string[] {
  const parents = isEntry ? [listEntry] : []
  // An entry's list may stand at the indentation of its field.
  let limit = isEntry ? indent + 1 : indent
  for (const line of [...lines].reverse()) {
    const [, space = '', dash = '', name] = /^(\s*)((?:- +)*)([\w-]+):/.exec(line) ?? []
    if (name === undefined) continue
    const column = space.length + dash.length
    if (dash !== '' && column <= indent && column >= limit && space.length < limit) {
      parents.unshift(listEntry)
      limit = space.length + 1
    } else if (column < limit) {
      parents.unshift(...(dash === '' ? [name] : [listEntry, name]))
      limit = dash === '' ? column : space.length + 1
    }
  }
  return parents
}

function getChild(schema: SchemaNode, group: SchemaNode | undefined, name: string): SchemaNode | undefined {
  const node = resolve(schema, group)
  return resolve(schema, name === listEntry ? node?.items : node?.properties?.[name])
}

/** Follows references, and takes the first of several shapes that has fields. */
function resolve(schema: SchemaNode, node: SchemaNode | undefined): SchemaNode | undefined {
  const ref = node?.$ref ?? node?.allOf?.[0]?.$ref
  if (ref) {
    const target = schema.definitions?.[ref.split('/').at(-1) ?? '']
    const languages = target?.propertyNames?.enum
    return languages ? { properties: Object.fromEntries(languages.map((each) => [each, {}])) } : target
  }
  return node?.anyOf?.find(({ properties }) => properties) ?? node
}

function listValues(node: SchemaNode | undefined): readonly string[] {
  if (node?.type === 'boolean') return ['true', 'false']
  return node?.enum ?? []
}
