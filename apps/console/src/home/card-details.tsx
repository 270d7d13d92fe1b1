import type { Home } from '@playhub/contract/operator'
import { useCheckMessages } from '../components/values/check-texts.ts'

/** The first results of checks behind a card. */
export default function CardDetails({ details }: Pick<Home['attention'][number], 'details'>) {
  const checkMessages = useCheckMessages()
  return details.map(({ name, sentence }) => (
    <span
      key={`${name} ${JSON.stringify(sentence)}`}
      className="line-clamp-2 text-13 wrap-anywhere text-soft"
    >
      {name === null
        ? checkMessages.say(sentence)
        : `${checkMessages.name(name)}: ${checkMessages.say(sentence)}`}
    </span>
  ))
}
