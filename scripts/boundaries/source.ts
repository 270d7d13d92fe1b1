import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

/** Input for the checks, per source file. */
export type Source = {
  /** Relative to the repository's root. */
  path: string
  /** Its imported repository files, types included, as paths from the root. */
  imports: string[]
  /** Every identifier declared or used by the file. */
  identifiers: Set<string>
  /** Identifiers within a product, a quotient or a difference. */
  operands: Set<string>
  /** The text of each comment. */
  comments: string[]
}

const packages: Record<string, string> = {
  '@playhub/contract': 'packages/contract/src',
  '@playhub/game-sdk': 'packages/game-sdk/src',
  '@playhub/sandbox': 'packages/sandbox/src',
  '@playhub/server': 'apps/server/src',
  '@playhub/test-kit': 'packages/test-kit/src',
  '@playhub/ui': 'packages/ui/src',
}

/** @throws Error when the text does not parse. */
export function readSource(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text)
  const [error] = errors
  if (error) throw new Error(`${path}: ${error.message}`)
  return {
    path,
    imports: readImports(path, text),
    identifiers: identifiersIn(program),
    operands: operandsIn(program),
    comments: comments.map(({ value }) => value),
  }
}

/** A file's imported repository files. Takes a tenth of the time of `readSource`. */
export function readImports(path: string, text: string): string[] {
  const { module } = parseSync(path, text)
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
  return [...new Set(specifiers.flatMap((specifier) => resolve(path, specifier)))]
}

/** Empty for third-party packages. */
function resolve(importer: string, specifier: string | undefined): string[] {
  if (specifier?.startsWith('.')) return [normalize(join(dirname(importer), specifier))]
  const [scope, name, ...rest] = specifier?.split('/') ?? []
  const folder = packages[`${scope}/${name}`]
  if (!folder) return []
  const path = `${folder}/${rest.join('/') || 'index'}`
  return [/\.(tsx?|css)$/.test(path) ? path : `${path}.ts`]
}

function identifiersIn(program: object): Set<string> {
  const found = new Set<string>()
  for (const node of nodesIn(program))
    if (node.type === 'Identifier' && 'name' in node) found.add(String(node.name))
  return found
}

function operandsIn(program: object): Set<string> {
  const isArithmetic = (node: object) => 'operator' in node && /^[*/-]=?$/.test(String(node.operator))
  return new Set([...nodesIn(program)].filter(isArithmetic).flatMap((node) => [...identifiersIn(node)]))
}

function* nodesIn(program: object): Generator<{ type: unknown }> {
  const pending: unknown[] = [program]
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    if ('type' in node) yield node
    pending.push(...Object.values(node))
  }
}
