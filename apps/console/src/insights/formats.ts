import { type Currency, formatMoney } from '@playhub/contract/money'
import { useTranslation } from 'react-i18next'

/** Values in the operator's language. */
export function useFormats() {
  const { i18n } = useTranslation()
  const { language } = i18n
  const format = (options: Intl.NumberFormatOptions = {}) => new Intl.NumberFormat(language, options).format
  const percent = format({ style: 'percent', maximumFractionDigits: 1 })
  const unit = (name: string, maximumFractionDigits = 0) =>
    format({ style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits })
  return {
    count: format(),
    /** With at most one decimal. */
    decimal: format({ maximumFractionDigits: 1 }),
    percent: (share: number | null) => (share === null ? '–' : percent(share)),
    /** "+12%" */
    change: format({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
    /** "4 min 12 sec" */
    duration(seconds: number) {
      const whole = Math.round(seconds)
      const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
      return minutes === 0 ? unit('second')(rest) : `${unit('minute')(minutes)} ${unit('second')(rest)}`
    },
    /** "1.8 sec" */
    loadTime: (ms: number) => unit('second', 1)(ms / 1000),
    money: (amountMinor: number, currency: Currency) =>
      formatMoney({ amountMinor: Math.round(amountMinor), currency }, language),
  }
}

/** "3 Mar", or "3 Mar 25" for days of more than one year. */
export function useDayFormat(dayCount: number): (day: string) => string {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, {
    ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
    // The days of two Decembers would have one name.
    ...(dayCount > 300 && { year: '2-digit' }),
  })
  return (day) => format.format(Date.parse(day))
}
