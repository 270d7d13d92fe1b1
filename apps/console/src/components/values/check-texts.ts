import type { Sentence } from '@playhub/contract/operator'
import { checkSentences, nameCheck } from '@playhub/contract/operator/sentences/checks'
import { useTranslation } from 'react-i18next'
import { toLanguage, useSentences } from './sentences.ts'

/** Names and results of the doctor's checks, in the operator's language. */
export function useCheckMessages(): { name(name: string): string; say(sentence: Sentence | null): string } {
  const language = toLanguage(useTranslation().i18n.language)
  const say = useSentences()
  return {
    name: (name) => nameCheck(name, language),
    say: (sentence) => say(checkSentences, sentence, '–'),
  }
}
