import type { OperatorOffer } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import type { Column } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { Money } from '../components/values/money.tsx'
import { type StateTone, StateWord } from '../components/values/state-word.tsx'

export const tones: Record<OperatorOffer['state'], StateTone> = {
  running: 'good',
  scheduled: 'waiting',
  ended: 'neutral',
}

export function useOfferColumns(): Column<OperatorOffer>[] {
  const { t, i18n } = useTranslation('offers')
  const numbers = new Intl.NumberFormat(i18n.language)
  return [
    { key: 'id', label: t('offer'), cell: ({ id }) => id, card: 'title' },
    { key: 'kind', label: t('kindLabel'), cell: (offer) => <Terms offer={offer} />, card: 'detail' },
    {
      key: 'state',
      label: t('stateLabel'),
      cell: ({ state }) => <StateWord tone={tones[state]}>{t(`state.${state}`)}</StateWord>,
      card: 'end',
    },
    {
      key: 'period',
      label: t('period'),
      cell: (offer) => <Period offer={offer} />,
      isWideOnly: true,
    },
    { key: 'uses', label: t('uses'), cell: ({ uses }) => numbers.format(uses), isNumeric: true },
    {
      key: 'revenue',
      label: t('revenue'),
      cell: ({ revenue }) => <Money money={revenue} />,
      isNumeric: true,
      card: 'detail-end',
    },
    {
      key: 'discount',
      label: t('discount'),
      cell: ({ discount }) => <Money money={discount} />,
      isNumeric: true,
      isWidestOnly: true,
    },
  ]
}

/** "Sale · −20%" */
export function Terms({ offer }: { offer: OperatorOffer }) {
  const { t, i18n } = useTranslation('offers')
  const { kind, percent, price } = offer
  const reduction = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  return (
    <>
      {t(`kind.${kind ?? 'gone'}`)}
      {percent !== null && <span className="numeric"> · −{reduction.format(percent / 100)}</span>}
      {price.length > 0 && (
        <>
          {' · '}
          <Money money={price} />
        </>
      )}
    </>
  )
}

export function Period({ offer: { from, until } }: { offer: Pick<OperatorOffer, 'from' | 'until'> }) {
  const { t } = useTranslation('offers')
  return (
    <>
      {from === null ? t('atOnce') : <Instant at={from} isShort />}
      {' – '}
      {until === null ? t('forever') : <Instant at={until} isShort />}
    </>
  )
}
