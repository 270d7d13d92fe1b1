import { formatMoney, type Money } from '@playhub/contract/money'
import { useTranslation } from 'react-i18next'
import { cx } from './cx.ts'

/** An amount in the language's format: 199 ₽, $2.49. Prices in a column need `numeric`. */
export function Price(props: { money: Money; className?: string }) {
  const { i18n } = useTranslation()
  return (
    <span className={cx('whitespace-nowrap', props.className)}>
      {formatMoney(props.money, i18n.language)}
    </span>
  )
}
