import { currencies } from '@playhub/contract/money'
import { useTranslation } from 'react-i18next'
import { KeyValue } from '../components/values/key-value.tsx'
import { Bar } from './bar.tsx'
import { useFormats } from './formats.ts'
import { InsightSection } from './insight-section.tsx'
import { divide, listFunnel, type PartProps, toShare, total, totalMoney } from './measures.ts'

/** From the game's page to a paid order. */
export function FunnelTable({ query, insights }: PartProps) {
  const { t } = useTranslation('insights')
  const { count, percent } = useFormats()
  return (
    <InsightSection
      title={t('funnel.title')}
      text={t('funnel.text')}
      query={query}
      exportPath="/insights/export"
    >
      <table aria-label={t('funnel.title')} className="w-full text-15">
        <thead>
          <tr className="text-13 text-soft">
            <th scope="col" className="pb-1.5 text-start font-normal">
              {t('funnel.step')}
            </th>
            <th scope="col" className="pb-1.5 ps-3 text-end font-normal">
              {t('funnel.count')}
            </th>
            <th scope="col" className="pb-1.5 ps-3 text-end font-normal">
              {t('funnel.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {listFunnel(insights.days).map(({ name, count: reached, share, length }) => (
            <tr key={name}>
              <th scope="row" className="border-t border-line py-2 text-start font-normal">
                {t(`funnel.name.${name}`)}
                <Bar share={length} />
              </th>
              <td className="numeric border-t border-line ps-3 text-end">{count(reached)}</td>
              <td className="numeric w-28 border-t border-line ps-3 text-end max-md:w-20">
                {name === 'views' ? '' : percent(share)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </InsightSection>
  )
}

/** The remaining figures as a list. */
export function FurtherFacts({ query, insights }: PartProps) {
  const { t } = useTranslation('insights')
  const { count, percent, loadTime, money } = useFormats()
  const { days, payers, loadTimes, hasMoney } = insights
  const plays = total(days, 'plays')
  const load = loadTimes.find(({ buildNumber }) => buildNumber === null)
  const amounts = (read: (currency: (typeof currencies)[number]) => number | null) =>
    currencies
      .flatMap((currency) => {
        const amountMinor = read(currency)
        return amountMinor ? [money(amountMinor, currency)] : []
      })
      .join(' · ')
  return (
    <InsightSection title={t('facts.title')} text={t('facts.text')} query={query}>
      <div className="numeric border-t border-line pt-3">
        <KeyValue
          facts={[
            [t('facts.crashes'), percent(toShare(total(days, 'crashedPlays'), plays))],
            [t('facts.errors'), percent(toShare(total(days, 'failedPlays'), plays))],
            [t('facts.kept'), percent(toShare(total(days, 'keptPlays'), plays))],
            [t('facts.loadHalf'), load && load.loads > 0 ? loadTime(load.p50Ms) : '–'],
            [t('facts.loadMost'), load && load.loads > 0 ? loadTime(load.p90Ms) : '–'],
            [t('facts.payers'), count(payers)],
            [t('facts.firstPayers'), count(total(days, 'firstPayers'))],
            [
              t('facts.revenuePerPayer'),
              hasMoney &&
                (amounts((currency) => divide(totalMoney(days, 'revenue', currency), payers)) || '–'),
            ],
            [
              t('facts.discount'),
              hasMoney && (amounts((currency) => totalMoney(days, 'discount', currency)) || '–'),
            ],
            [
              t('facts.refunded'),
              hasMoney && (amounts((currency) => totalMoney(days, 'refunded', currency)) || '–'),
            ],
          ]}
        />
      </div>
    </InsightSection>
  )
}
