import { useTranslation } from 'react-i18next'
import { formatAge, formatFullInstant, formatInstant } from '../../lib/format.ts'
import { useMe } from '../../lib/me.ts'
import { useNow } from '../../lib/use-now.ts'

/** "22:50, 12 min ago" in the publisher's time zone, which the tooltip names. */
export function Instant(props: { at: number; isShort?: boolean }) {
  const { i18n } = useTranslation()
  const { timeZone } = useMe()
  const now = useNow()
  const age = props.isShort ? null : formatAge(props.at, now, i18n.language)
  return (
    <time
      dateTime={new Date(props.at).toISOString()}
      title={`${formatFullInstant(props.at, i18n.language, timeZone)} (${timeZone})`}
      className="numeric"
    >
      <span className="whitespace-nowrap">
        {formatInstant(props.at, now, i18n.language, timeZone)}
        {age && ','}
      </span>
      {age && (
        <>
          {' '}
          <span className="whitespace-nowrap text-soft">{age}</span>
        </>
      )}
    </time>
  )
}
