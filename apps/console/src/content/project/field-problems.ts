import type { Sentence } from '@playhub/contract/operator'
import { contentSentences } from '@playhub/contract/operator/sentences/content'
import { fillSentence } from '@playhub/contract/operator/sentences/sentence'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../components/values/sentences.ts'
import type { YamlPath } from '../yaml/yaml-edit.ts'

export type FieldProblem = {
  /** Such as `items.0.price.USD`; empty for the whole file. */
  field: string
  line: number | undefined
  /** Without file, line and field. */
  text: string
}

/** What the hub says about the file, in the operator's language. */
export function useFieldProblems(sentences: readonly Sentence[]): FieldProblem[] {
  const { i18n } = useTranslation()
  return useMemo(
    () => sentences.map((sentence) => readProblem(sentence, toLanguage(i18n.language))),
    [sentences, i18n.language],
  )
}

export function readProblem({ code, params }: Sentence, language: 'en' | 'ru'): FieldProblem {
  const { place, field } = params
  const rule = fillSentence(contentSentences, { code, params: { ...params, place: '', field: '' } }, language)
  const line = typeof place === 'string' ? /:(\d+)$/.exec(place)?.[1] : undefined
  const [first = '', ...rest] = (rule ?? String(params.said ?? code)).replace(/^[:\s]+/, '')
  return {
    field: typeof field === 'string' ? field.replaceAll('`', '') : '',
    line: line === undefined ? undefined : Number(line),
    text: first.toLocaleUpperCase(language) + rest.join(''),
  }
}

/** @param isDeep  Also about what is inside the field */
export function findProblem(
  problems: readonly FieldProblem[],
  path: YamlPath,
  isDeep: boolean,
): string | undefined {
  const name = path.join('.')
  return problems.find(({ field }) => field === name || (isDeep && field.startsWith(`${name}.`)))?.text
}
