import { basename, dirname } from 'node:path'
import {
  allowedIdentifiers,
  commentTerms,
  hasFrozenComments,
  importRules,
  isList,
  isTest,
  maxFilesPerFolder,
  mayPrice,
  pricedNames,
  standardEndings,
  standardPairs,
  standardTerms,
} from './rules.ts'
import type { Source } from './source.ts'

/** Structure violations in these files, a sentence each. */
export function findViolations(sources: Source[]): string[] {
  return [
    ...findForbiddenImports(sources),
    ...findUnitCycles(sources),
    ...findFileCycles(sources),
    ...findFullFolders(sources),
    ...findComputedPrices(sources),
    ...findBannedNames(sources),
    ...findBannedComments(sources),
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

/** Units are the folders and files of one folder. Tests may use what they need. */
function findUnitCycles(sources: Source[]): string[] {
  const graphs = new Map<string, Map<string, Set<string>>>()
  for (const { path, imports } of sources.filter((source) => !isTest(source.path))) {
    for (const [folder, from, to] of imports.flatMap((target) => siblingUnits(path, target))) {
      const graph = graphs.get(folder) ?? new Map<string, Set<string>>()
      graphs.set(folder, graph.set(from, (graph.get(from) ?? new Set()).add(to)))
    }
  }
  return [...graphs].flatMap(([folder, graph]) =>
    findComponents(graph).map((units) => `An import cycle in ${folder}: ${units.join(', ')}`),
  )
}

/** The common folder of two files, and the units in it around them. Empty when one of them is a test. */
function siblingUnits(one: string, other: string): [folder: string, from: string, to: string][] {
  if (isTest(other)) return []
  const [a, b] = [one.split('/'), other.split('/')]
  const depth = a.findIndex((part, index) => part !== b[index])
  const [from, to] = [a[depth], b[depth]]
  return from !== undefined && to !== undefined ? [[a.slice(0, depth).join('/'), from, to]] : []
}

function findFileCycles(sources: Source[]): string[] {
  const graph = new Map(sources.map(({ path, imports }) => [path, imports]))
  return findComponents(graph).map((paths) => `An import cycle: ${paths.join(', ')}`)
}

/** Tarjan's strongly connected components of several nodes. */
function findComponents(graph: Map<string, Iterable<string>>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const components: string[][] = []

  function visit(node: string): void {
    order.set(node, order.size)
    lowest.set(node, order.size - 1)
    stack.push(node)
    for (const target of graph.get(node) ?? []) {
      if (!graph.has(target)) continue
      if (!order.has(target)) visit(target)
      if (stack.includes(target)) lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(target) ?? 0))
    }
    if (lowest.get(node) !== order.get(node)) return
    const component = stack.splice(stack.indexOf(node))
    if (component.length > 1) components.push(component)
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return components
}

function findFullFolders(sources: Source[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of sources) {
    if (!isList(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > maxFilesPerFolder)
    .map(([folder, count]) => `${folder} holds ${count} files; at most ${maxFilesPerFolder}`)
}

function findComputedPrices(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => !mayPrice(path))
    .flatMap(({ path, operands }) =>
      pricedNames
        .filter((name) => operands.has(name))
        .map((name) => `${path} computes with "${name}"; only catalogue/offers prices an item`),
    )
}

function findBannedNames(sources: Source[]): string[] {
  return sources.flatMap(({ path, identifiers }) => {
    const names = [...identifiers].filter((name) => !allowedIdentifiers.has(name))
    return [...names, ...namesInPath(path)].flatMap((name) => {
      const term = standardTerm(name)
      return term ? [`${path}: "${name}" has a standard term: ${term}`] : []
    })
  })
}

/** Folders and the file. Empty for entries of lists, whose names are permanent. */
function namesInPath(path: string): string[] {
  if (isList(path)) return []
  return [...path.split('/').slice(0, -1), basename(path).split('.', 1)[0] ?? '']
}

function findBannedComments(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => !hasFrozenComments(path))
    .flatMap(({ path, comments }) =>
      comments.flatMap((comment) =>
        commentTerms.flatMap(([word, term]) => {
          const found = word.exec(comment)?.[0]
          return found ? [`${path}: a comment says "${found}"; the standard term is: ${term}`] : []
        }),
      ),
    )
}

function standardTerm(name: string): string | undefined {
  if (/[a-z]Of([A-Z]|$)/.test(name)) return 'a verb and its object'
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
  const part = parts.find((one) => standardTerms.has(one))
  if (part) return standardTerms.get(part)
  const pairs = parts.slice(1).map((part, index) => `${parts[index]} ${part}`)
  const pair = isFrozenCode(name) ? undefined : pairs.find((one) => standardPairs.has(one))
  if (pair) return standardPairs.get(pair)
  return parts.length > 1 ? standardEndings.get(parts.at(-1) ?? '') : undefined
}

/** Codes of refusals and events are published. */
function isFrozenCode(name: string): boolean {
  return /^[A-Z\d_]+$/.test(name)
}
