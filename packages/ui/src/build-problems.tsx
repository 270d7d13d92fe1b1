import type { BuildProblem } from '@playhub/contract'
import { type BuildProblemCode, buildProblems } from '@playhub/contract/builds/build-problems'
import { russianBuildProblems } from '@playhub/contract/builds/russian-build-problems'
import { useTranslation } from 'react-i18next'

/** A build's problem: the file, and its remedy. */
export function BuildProblemList({ problems }: { problems: readonly BuildProblem[] }) {
  const toText = useProblemText()
  return (
    <ul className="mt-2 list-disc pl-5 text-15">
      {problems.map((problem) => (
        <li key={`${problem.code} ${problem.path}`}>
          {problem.path !== null && <code className="break-all">{problem.path}: </code>}
          {toText(problem)}
        </li>
      ))}
    </ul>
  )
}

/** Uses Russian, or else English. A problem known only to the hub stays in the hub's words. */
export function useProblemText(): (problem: BuildProblem) => string {
  const language = useTranslation().i18n.language === 'ru' ? 'ru' : 'en'
  const sentences = language === 'ru' ? russianBuildProblems : buildProblems
  return ({ code, text, values }) => {
    if (!isKnown(code) || !values) return text
    return sentences[code].replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name] ?? ''
      return name.endsWith('Bytes') ? formatBytes(Number(value), language) : String(value)
    })
  }
}

const isKnown = (code: string): code is BuildProblemCode => Object.hasOwn(buildProblems, code)

const units = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** "300 MB", from bytes; 1 MB is 1,024 KB, as in the hub's limits. */
export function formatBytes(bytes: number, language: string): string {
  const kilobytes = bytes / 1024
  const power = Math.min(Math.floor(Math.log2(Math.max(kilobytes, 1)) / 10), units.length - 1)
  const format = { style: 'unit', unit: units[power], maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, format).format(kilobytes / 1024 ** power)
}
