/** Attributes of items on Russian fiscal receipts (54-FZ). */

/** A percentage, or a fraction of the price. Each provider has its own codes. */
export const vatRates = [
  'none',
  '0',
  '5',
  '7',
  '10',
  '20',
  '22',
  '5/105',
  '7/107',
  '10/110',
  '20/120',
  '22/122',
] as const
export type VatRate = (typeof vatRates)[number]

/** Why the hub's operator sells for somebody else, as YooKassa names it (tag 1222). */
export const agentTypes = [
  'banking_payment_agent',
  'banking_payment_subagent',
  'payment_agent',
  'payment_subagent',
  'attorney',
  'commissioner',
  'agent',
] as const
export type AgentType = (typeof agentTypes)[number]

/** Whom an agent sells for. The phone is in E.164, such as +79001234567. */
export type Supplier = { name: string; inn: string; phone: string }

const weights = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/** True for a taxpayer number (INN) of 10 or 12 digits with correct check digits. */
export function isInn(inn: string): boolean {
  if (!/^(\d{10}|\d{12})$/.test(inn)) return false
  const digits = [...inn].map(Number)
  const isCheckDigit = (place: number) => {
    const sum = digits
      .slice(0, place)
      .reduce((total, digit, at) => total + digit * (weights[weights.length - place + at] ?? 0), 0)
    return digits[place] === (sum % 11) % 10
  }
  return inn.length === 10 ? isCheckDigit(9) : isCheckDigit(10) && isCheckDigit(11)
}
