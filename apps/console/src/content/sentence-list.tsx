import type { Sentence } from '@playhub/contract/operator'
import { checkSentences } from '@playhub/contract/operator/sentences/checks'
import { effectSentences } from '@playhub/contract/operator/sentences/effects'
import { offerWarningSentences } from '@playhub/contract/operator/sentences/offers'
import { useSentences } from '../components/values/sentences.ts'

/** Checks and effects in the operator's language. */
export function SentenceList({ label, sentences }: { label: string; sentences: readonly Sentence[] }) {
  const say = useSentences()
  return (
    <ul aria-label={label} className="grid list-disc gap-1 ps-5 text-13 wrap-anywhere">
      {sentences.map((sentence) => (
        <li key={JSON.stringify(sentence)}>
          {say(effectSentences, sentence, null) ??
            say(offerWarningSentences, sentence, null) ??
            say(checkSentences, sentence, sentence.code)}
        </li>
      ))}
    </ul>
  )
}
