import type { Sentence } from '@playhub/contract/operator'
import {
  fillSentence,
  type SentenceLanguage,
  type Sentences,
} from '@playhub/contract/operator/sentences/sentence'
import { useTranslation } from 'react-i18next'
import { useProjectNames } from '../../lib/me.ts'

export const toLanguage = (language: string): SentenceLanguage => (language === 'ru' ? 'ru' : 'en')

/** Says a sentence in the operator's language. One without a code, or with a new one, stays in the hub's words. */
export function useSentences() {
  const language = toLanguage(useTranslation().i18n.language)
  const nameProject = useProjectNames()
  return <T extends string | null>(
    sentences: Sentences,
    sentence: Sentence | null | undefined,
    otherwise: T,
  ): string | T => {
    if (!sentence) return otherwise
    const { code, params } = sentence
    const { project } = params
    const named = typeof project === 'string' ? { ...params, project: nameProject(project) } : params
    return fillSentence(sentences, { code, params: named }, language) ?? otherwise
  }
}
