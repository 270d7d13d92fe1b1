import type { OperatorOffer } from '@playhub/contract/operator'
import { cx } from '@playhub/ui/cx.ts'
import { useTranslation } from 'react-i18next'
import { Section } from '../components/layout/section.tsx'
import { formatDay } from '../lib/format.ts'
import { useMe } from '../lib/me.ts'
import { useNow } from '../lib/use-now.ts'
import { Period, Terms } from './offer-columns.tsx'

const DAY_MS = 24 * 60 * 60 * 1000
const [daysBefore, daysAfter] = [7, 35]
const shownDays = daysBefore + daysAfter

/** What runs from last week to five weeks from now: bars above each other run at the same time. */
export function OfferCalendar({ offers }: { offers: readonly OperatorOffer[] }) {
  const { t, i18n } = useTranslation('offers')
  const { timeZone } = useMe()
  const now = useNow()
  const start = now - daysBefore * DAY_MS
  const end = now + daysAfter * DAY_MS
  const toPlace = (at: number) => Math.min(Math.max((at - start) / (end - start), 0), 1) * 100
  const shown = offers
    .filter(({ kind, from, until }) => kind !== null && (from ?? 0) < end && (until ?? end) > start)
    .sort((one, other) => (one.from ?? 0) - (other.from ?? 0))
  const weeks = Array.from({ length: shownDays / 7 }, (_, week) => start + week * 7 * DAY_MS)
  return (
    <Section title={t('calendar')} empty={t('calendarEmpty')}>
      {shown.length > 0 && (
        <div className="relative border-t border-line pt-2">
          <p aria-hidden="true" className="relative h-6 text-13 text-soft">
            {weeks.map((week, index) => (
              <span
                key={week}
                className={cx('absolute whitespace-nowrap', index % 2 === 1 && 'max-md:hidden')}
                style={{ insetInlineStart: `${toPlace(week)}%` }}
              >
                {formatDay(week, i18n.language, timeZone)}
              </span>
            ))}
          </p>
          <span
            aria-hidden="true"
            className="absolute inset-y-0 top-8 w-px bg-cool"
            style={{ insetInlineStart: `${toPlace(now)}%` }}
          />
          <ul aria-label={t('calendar')} className="grid gap-2 py-2">
            {shown.map((offer) => (
              <li key={offer.id} className="relative grid gap-0.5">
                <p className="relative z-1 flex w-fit flex-wrap gap-x-2 bg-ink-0 pe-1 text-13">
                  <span className="font-medium wrap-anywhere">{offer.id}</span>
                  <span className="text-soft">
                    <Terms offer={offer} />
                  </span>
                  <span className="sr-only">
                    <Period offer={offer} />
                  </span>
                </p>
                <span aria-hidden="true" className="relative block h-2.5">
                  <span
                    className={cx(
                      'absolute inset-y-0 min-w-1 rounded-full border',
                      offer.state === 'running' && 'border-paid bg-paid',
                      offer.state === 'scheduled' && 'border-pending bg-pending/40',
                      offer.state === 'ended' && 'border-line-strong bg-ink-2',
                    )}
                    style={{
                      insetInlineStart: `${toPlace(offer.from ?? start)}%`,
                      insetInlineEnd: `${100 - toPlace(offer.until ?? end)}%`,
                    }}
                  />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  )
}
