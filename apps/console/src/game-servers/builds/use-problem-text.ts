import type { BuildProblem, BuildProblemCode } from '@playhub/contract'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../lib/format.ts'
import { messages } from '../../lib/messages.ts'

/** Says in the language in use what is wrong with a build. A problem that only the hub knows stays in English. */
export function useProblemText(): (problem: BuildProblem) => string {
  const { t, i18n } = useTranslation('build-problems')
  return ({ code, text, values }) => {
    if (!isKnown(code) || !values) return text
    const shown = Object.entries(values).map(([name, value]) => [
      name,
      name.endsWith('Bytes') ? formatBytes(Number(value), i18n.language) : value,
    ])
    return t(code, Object.fromEntries(shown))
  }
}

const isKnown = (code: string): code is BuildProblemCode => messages.exists(`build-problems:${code}`)
