import type { AuditEntry } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { StateWord } from '../components/values/state-word.tsx'
import { formatLongDay, formatTime } from '../lib/format.ts'
import { useMe } from '../lib/me.ts'
import { useActSentence } from './act-sentence.ts'
import { Change } from './change.tsx'
import { Subject } from './subject.tsx'

/** Entries as sentences under the days on which they happened. */
export function EntryDays({ entries }: { entries: readonly AuditEntry[] }) {
  const { i18n } = useTranslation()
  const { timeZone } = useMe()
  const days = new Map<string, AuditEntry[]>()
  for (const entry of entries) {
    const day = formatLongDay(entry.at, i18n.language, timeZone)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return (
    <div className="grid gap-6">
      {[...days].map(([day, acts]) => (
        <section key={day} aria-label={day}>
          <h2 className="mb-1 text-15 font-semibold first-letter:uppercase">{day}</h2>
          <ul>
            {acts.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const say = useActSentence()
  const { at, reason, ip, outcome, before, after } = entry
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 border-t border-line py-2 text-15 lg:grid-cols-[3.5rem_minmax(0,1fr)_18rem]">
      <Time at={at} />
      <div className="min-w-0">
        <p className="text-pretty wrap-anywhere">
          {say(entry)}
          {reason && <>: {t('quoted', { reason })}</>}
        </p>
        <div className="mt-0.5 flex flex-wrap items-baseline gap-x-3 text-13 text-soft">
          {outcome === 'refused' && <StateWord tone="bad">{t('outcome.refused')}</StateWord>}
          <Subject entry={entry} />
          {ip && <span>{ip}</span>}
        </div>
      </div>
      <div className="max-lg:col-start-2">
        <Change before={before} after={after} />
      </div>
    </li>
  )
}

function Time({ at }: { at: number }) {
  const { i18n } = useTranslation()
  const { timeZone } = useMe()
  return (
    <time dateTime={new Date(at).toISOString()} title={timeZone} className="numeric text-soft">
      {formatTime(at, i18n.language, timeZone)}
    </time>
  )
}
