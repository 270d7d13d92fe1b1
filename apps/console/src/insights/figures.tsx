import { currencies } from '@playhub/contract/money'
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatPeriod } from '../lib/days.ts'
import { useFormats } from './formats.ts'
import { compare, countDays, divide, isCounted, type PartProps, total, totalMoney } from './measures.ts'

type Props = PartProps & { firstDay: string }
type Value = { now: number; before: number; format: (value: number) => string }
/** @property values  One; of money, one for each currency. */
type Figure = { name: string; values: Value[] }

/** Five figures, each with its change against as many days before. */
export function Figures(props: Props) {
  const { t, i18n } = useTranslation('insights')
  const [first, last] = [props.insights.before[0], props.insights.before.at(-1)]
  return (
    <section aria-label={t('figures')} className="mt-5">
      <ul className="grid grid-cols-2 gap-2 max-[400px]:grid-cols-1 lg:grid-cols-5">
        {useFigures(props).map(({ name, values }) => (
          <li
            key={name}
            className="grid content-start gap-1 rounded-control border border-line bg-ink-1 px-4 py-3 max-lg:last:col-span-full"
          >
            <p className="text-13 text-soft">{name}</p>
            {values.length === 0 && <p className="text-24 font-semibold">–</p>}
            {values.map((value) => (
              <div key={value.format(0)}>
                <p className="numeric text-24 font-semibold tracking-[-0.01em]">{value.format(value.now)}</p>
                <p className="text-13 text-soft">
                  <Change {...props} {...value} />
                </p>
              </div>
            ))}
          </li>
        ))}
      </ul>
      {first && last && (
        <p className="mt-2 text-13 text-soft">
          {t('before', {
            from: formatPeriod(first.day, i18n.language),
            to: formatPeriod(last.day, i18n.language),
          })}
        </p>
      )}
    </section>
  )
}

function useFigures({ insights, today, firstDay }: Props): Figure[] {
  const { t } = useTranslation('insights')
  const { count, decimal, duration, money } = useFormats()
  const { days, before, hasMoney } = insights
  const dayCount = countDays(days, firstDay, today)
  const sums = (name: 'newPlayers' | 'plays' | 'paidOrders') => ({
    name: t(`figure.${name}`),
    values: [{ now: total(days, name), before: total(before, name), format: count }],
  })
  const [time, timeBefore] = [days, before].map(
    (each) => divide(total(each, 'playSeconds'), total(each, 'players')) ?? 0,
  )
  const revenue = currencies
    .map((currency) => ({
      now: totalMoney(days, 'revenue', currency),
      before: totalMoney(before, 'revenue', currency),
      format: (amount: number) => money(amount, currency),
    }))
    .filter((amount) => amount.now + amount.before > 0)
  return [
    {
      name: `${t('figure.players')}, ${t('over', { count: dayCount })}`,
      values: [
        {
          now: total(days, 'players') / dayCount,
          before: total(before, 'players') / before.length,
          format: decimal,
        },
      ],
    },
    sums('newPlayers'),
    sums('plays'),
    {
      name: t('figure.playTime'),
      values: [{ now: time ?? 0, before: timeBefore ?? 0, format: duration }],
    },
    hasMoney ? { name: t('figure.revenue'), values: revenue } : sums('paidOrders'),
  ]
}

const arrows = { more: ArrowUpRight, less: ArrowDownRight, same: ArrowRight }

/** A sign, and words: a colour would say what is good. */
function Change({ insights: { days, before }, firstDay, ...value }: Props & Value) {
  const { t, i18n } = useTranslation('insights')
  const formats = useFormats()
  const plays = [total(days, 'plays'), total(before, 'plays')] as const
  if (plays[1] > 0 && !isCounted(before, firstDay))
    return t('change.young', { day: formatPeriod(firstDay, i18n.language) })
  const change = compare(value.now, value.before, plays)
  const { kind } = change
  if (kind === 'few' || kind === 'new') return t(`change.${kind}`)
  const Arrow = arrows[kind]
  const earlier = value.format(value.before)
  return (
    <>
      <Arrow size={14} aria-hidden="true" className="me-1 inline-block align-[-2px]" />
      {'share' in change
        ? t(`change.${change.kind}`, { before: earlier, share: formats.change(change.share) })
        : t('change.same', { before: earlier })}
    </>
  )
}
