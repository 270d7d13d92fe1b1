import english from '../../i18n/en/exports.json' with { type: 'json' }
import russian from '../../i18n/ru/exports.json' with { type: 'json' }
import { fillText } from '../../i18n/server-messages.ts'

/** A column of an export, by the name of its field. */
export type ExportColumn = keyof typeof english.columns

const isInstant = (column: string) => /^at$|At$|^(from|until|heldUntil|bannedUntil|dueBy)$/.test(column)
const isAmount = (column: string) => column.endsWith('Minor')

/** The unit decides the format of a cell. */
export function getUnit(column: string): 'instant' | 'amount' | 'text' {
  if (isInstant(column)) return 'instant'
  return isAmount(column) ? 'amount' : 'text'
}

/** Their names say the currency. */
const hasCurrency = (column: string) => /^(rub|usd)\w*Minor$/.test(column)

/** Says the unit, too: `Paid (UTC)`, `Amount (in currency)`, which is in the column of the currency. */
export function getHead(column: ExportColumn, language: 'ru' | 'en'): string {
  const messages = language === 'ru' ? russian : english
  const name = messages.columns[column]
  const unit = getUnit(column)
  if (unit === 'text' || hasCurrency(column)) return name
  return fillText(unit === 'instant' ? messages.utc : messages.money, { name })
}
