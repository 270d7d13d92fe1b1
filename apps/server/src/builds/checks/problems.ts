import { type BuildProblem, type BuildProblemCode, buildProblems } from '@playhub/contract'

/** Enough to see what is wrong; an archive of 20,000 bad names shall not become a response of megabytes. */
const maxProblems = 50

type Values = Record<string, string | number>

export type Problems = {
  add(code: BuildProblemCode, path?: string | null, values?: Values): void
  /** True when there is a problem beyond warnings. */
  isEmpty(): boolean
  list(): BuildProblem[]
}

export function collectProblems(): Problems {
  const found: BuildProblem[] = []
  return {
    add(code, path = null, values = {}) {
      if (found.length >= maxProblems) return
      const isKnown = found.some((one) => one.code === code && one.path === path)
      if (!isKnown)
        found.push({ code, path: path && toPrintable(path), text: formatSentence(code, values), values })
    },
    isEmpty: () => found.length === 0,
    list: () => found,
  }
}

function formatSentence(code: BuildProblemCode, values: Values): string {
  return buildProblems[code].replace(/\{(\w+)\}/g, (_, name: string) => formatValue(name, values[name]))
}

const formatValue = (name: string, value: Values[string] = '') =>
  name.endsWith('Bytes') ? formatBytes(Number(value)) : String(value)

/** A name from an archive may hold anything; terminals and pages show what is left. */
function toPrintable(path: string): string {
  return path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�').slice(0, 260)
}

const units = ['bytes', 'KB', 'MB', 'GB']

function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1)
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${units[power]}`
}
