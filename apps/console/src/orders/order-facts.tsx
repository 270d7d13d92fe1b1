import { groupBy } from '@playhub/contract/browsers/newer-builtins'
import type { OperatorOrder } from '@playhub/contract/operator'
import { itemPlaces } from '@playhub/contract/operator/constants'
import { useTranslation } from 'react-i18next'
import { Section } from '../components/layout/section.tsx'
import { useCountryName } from '../components/values/country-name.ts'
import { Id } from '../components/values/id.tsx'
import { Instant } from '../components/values/instant.tsx'
import { KeyValue } from '../components/values/key-value.tsx'
import { Money } from '../components/values/money.tsx'
import { useProjectNames } from '../lib/me.ts'
import { OrderAmount } from './order-amount.tsx'

/** Item, price and place of the item. */
export function OrderFacts({ order }: { order: OperatorOrder }) {
  const { t } = useTranslation('orders')
  const nameProject = useProjectNames()
  const namePurchase = usePurchaseNames()
  const describeCountry = useCountryDescription()
  const describeUnits = useUnitsDescription()
  const { purchase, currency } = order
  return (
    <Section title={t('facts')}>
      <div className="grid gap-x-8 gap-y-2 border-t border-line pt-3 md:grid-cols-2 md:items-start">
        <KeyValue
          facts={[
            [t('fact.id'), <Id key="id" value={order.id} />],
            [t('fact.item'), order.title],
            [t('fact.project'), nameProject(order.project)],
            [t('fact.purchase'), purchase && namePurchase(purchase.place)],
            [t('fact.used'), purchase?.consumedAt && <Instant key="used" at={purchase.consumedAt} />],
            [t('fact.units'), order.offers && describeUnits(order.offers.units)],
            [t('fact.decided'), purchase?.decidedState && namePurchase(purchase.decidedState)],
          ]}
        />
        <KeyValue
          facts={[
            [t('fact.amount'), <OrderAmount key="amount" order={order} />],
            [
              t('fact.refunded'),
              currency && order.refundedMinor > 0 && (
                <Money key="refunded" money={{ amountMinor: order.refundedMinor, currency }} />
              ),
            ],
            [
              t('fact.listPrice'),
              currency && order.offers?.listMinor && (
                <Money key="list" money={{ amountMinor: order.offers.listMinor, currency }} />
              ),
            ],
            [t('fact.offers'), order.offers?.ids.join(', ')],
            [t('fact.created'), <Instant key="created" at={order.createdAt} />],
            [t('fact.paid'), order.paidAt && <Instant key="paid" at={order.paidAt} />],
            [t('fact.country'), describeCountry(order)],
            [t('fact.waived'), order.waiver && <Instant key="waived" at={order.waiver.at} />],
            [t('fact.waiver'), order.waiver?.text],
          ].map(([label, value]) => [String(label), value || null] as const)}
        />
      </div>
    </Section>
  )
}

/** Each item with its number and places: "coins × 3 (With the player)". */
function useUnitsDescription(): (units: NonNullable<OperatorOrder['offers']>['units']) => string {
  const namePurchase = usePurchaseNames()
  return (units) => {
    const groups = groupBy(units, ({ itemId, state }) => `${itemId} ${state}`)
    return [...groups.values()]
      .map((group) => `${group[0]?.itemId} × ${group.length} (${namePurchase(group[0]?.state ?? '')})`)
      .join(', ')
  }
}

/** The country, and whether card or network tell it; null when unknown. */
function useCountryDescription(): (order: OperatorOrder) => string | null {
  const { t } = useTranslation('orders')
  const nameCountry = useCountryName()
  return ({ country, countryByNetwork, countryByCard }) => {
    if (country === null) return null
    const [network, card] = [countryByNetwork, countryByCard].map(nameCountry)
    if (countryByNetwork === null || countryByCard === null)
      return t(countryByCard === null ? 'country.byNetwork' : 'country.byCard', {
        country: nameCountry(country),
      })
    return countryByNetwork === countryByCard
      ? t('country.byBoth', { country: nameCountry(country) })
      : t('country.differ', { card, network })
  }
}

function usePurchaseNames(): (state: string) => string {
  const { t } = useTranslation('orders')
  return (state) => {
    const known = itemPlaces.find((one) => one === state)
    return known ? t(`purchase.${known}`) : state
  }
}
