import { basename, dirname } from 'node:path'
import {
  allowedIdentifiers,
  importRules,
  isList,
  isTest,
  maxFilesPerFolder,
  maxShortFiles,
  shortFileLines,
  standardEndings,
  standardTerms,
} from './rules.ts'
import type { Source } from './source.ts'

/** Structure violations in these files, a sentence each. */
export function findViolations(sources: Source[]): string[] {
  return [
    ...findForbiddenImports(sources),
    ...findMutualImports(sources),
    ...findCycles(sources),
    ...findCrowdedFolders(sources),
    ...findShortFiles(sources),
    ...findBannedNames(sources),
  ]
}

function findForbiddenImports(sources: Source[]): string[] {
  return sources.flatMap(({ path, imports }) =>
    imports.flatMap((target) =>
      importRules
        .filter(
          ({ from, forbidden, allows }) =>
            from.test(path) && forbidden.test(target) && !allows?.(path, target),
        )
        .map(({ name }) => `${path} imports ${target}: ${name}`),
    ),
  )
}

/** Sibling folders that import each other. Tests may use what they need. */
function findMutualImports(sources: Source[]): string[] {
  const examples = new Map<string, string>()
  for (const { path, imports } of sources.filter((source) => !isTest(source.path))) {
    for (const target of imports) {
      const pair = siblingFolders(path, target)
      if (pair && !examples.has(pair.join(' '))) examples.set(pair.join(' '), `${path} → ${target}`)
    }
  }
  return [...examples].flatMap(([pair, example]) => {
    const [from = '', to = ''] = pair.split(' ')
    const reverse = from < to ? examples.get(`${to} ${from}`) : undefined
    return reverse ? [`${from} and ${to} import each other: ${example}; ${reverse}`] : []
  })
}

/** The two folders below the common parent of two files; null when one of them lies in the parent itself. */
function siblingFolders(one: string, other: string): [string, string] | null {
  const [a, b] = [one.split('/'), other.split('/')]
  const depth = a.findIndex((part, index) => part !== b[index])
  if (depth < 0 || depth >= a.length - 1 || depth >= b.length - 1) return null
  return [a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')]
}

/** Tarjan's strongly connected components; a component of several files is a cycle. */
function findCycles(sources: Source[]): string[] {
  const importsByPath = new Map(sources.map(({ path, imports }) => [path, imports]))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[] = []

  function visit(path: string): void {
    order.set(path, order.size)
    lowest.set(path, order.size - 1)
    stack.push(path)
    for (const target of importsByPath.get(path) ?? []) {
      if (!importsByPath.has(target)) continue
      if (!order.has(target)) visit(target)
      if (stack.includes(target)) lowest.set(path, Math.min(lowest.get(path) ?? 0, lowest.get(target) ?? 0))
    }
    if (lowest.get(path) !== order.get(path)) return
    const component = stack.splice(stack.indexOf(path))
    if (component.length > 1) cycles.push(`An import cycle: ${component.join(', ')}`)
  }

  for (const path of importsByPath.keys()) if (!order.has(path)) visit(path)
  return cycles
}

function findCrowdedFolders(sources: Source[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of sources) {
    if (!isList(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > maxFilesPerFolder)
    .map(([folder, count]) => `${folder} holds ${count} files; at most ${maxFilesPerFolder}`)
}

function findShortFiles(sources: Source[]): string[] {
  const short = sources.filter(({ path, lineCount }) => lineCount <= shortFileLines && !isList(path))
  if (short.length < maxShortFiles) return []
  return [
    `${short.length} files have at most ${shortFileLines} lines, fewer than ${maxShortFiles} may: ${short.map(({ path }) => path).join(' ')}`,
  ]
}

function findBannedNames(sources: Source[]): string[] {
  return sources.flatMap(({ path, identifiers }) => {
    const names = [...identifiers].filter((name) => !allowedIdentifiers.has(name))
    return [...names, ...path.split('/').slice(0, -1), basename(path).split('.', 1)[0] ?? ''].flatMap(
      (name) => {
        const term = standardTerm(name)
        return term ? [`${path}: "${name}" has a standard term: ${term}`] : []
      },
    )
  })
}

function standardTerm(name: string): string | undefined {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
  const part = parts.find((one) => standardTerms.has(one))
  if (part) return standardTerms.get(part)
  return parts.length > 1 ? standardEndings.get(parts.at(-1) ?? '') : undefined
}
