import { fillSentence, type SentenceLanguage, type SentenceParams, type Sentences } from './sentence.ts'

/**
 * Why a refund failed or was made by the hub itself, and why a payment is held. Stored as codes. `{said}` is what a
 * provider wrote, in its own language.
 */
export const faultSentences = {
  en: {
    'refund-elsewhere': 'The money was already refunded at the provider',
    'refund-not-executed': 'The provider did not execute it: request it again',
    'refund-impossible': 'The provider could not refund it',
    'refund-unexplained': 'The provider has refunded {amount}, which matches no refund',
    'refund-totals': 'refunded {there} at the provider, {here} here',
    'paid-twice': 'The order was paid twice',
    'paid-after-close': 'The order was closed before it was paid',
    'provider-dashboard': "Refunded in the provider's dashboard",
    withdrawal: 'The player withdrew from the contract',
    'provider-refused': '{said}',
    'provider-unavailable': '{said}',
    'receipt-email-missing':
      "The fiscal receipt needs the buyer's email address, and there is none: only a full refund works without it",
    'closing-receipt-email-missing':
      'The receipt of the delivery needs an email address, and that of the buyer was erased: register it in your cash register',
    'closing-receipt-refused': 'The provider could not register the receipt',
    'closing-receipt-silent': 'The provider has not registered the receipt for three days',
    'charge-disputed':
      "The buyer's bank disputes this payment, and Stripe refunds it only if you win: answer the dispute in Stripe's dashboard.",
    'other-attempt': 'it belongs to attempt {attemptId}',
    'other-payment': '{paymentId} is another payment of the attempt',
    'other-shop': "it is another shop's",
    'live-money': 'it is live money',
    'test-money': 'it is test money',
    'other-amount': '{arrived} arrived instead of {expected}',
  },
  ru: {
    'refund-elsewhere': 'Деньги уже возвращены в платёжном сервисе',
    'refund-not-executed': 'Платёжный сервис не выполнил возврат: запросите его ещё раз',
    'refund-impossible': 'Платёжный сервис не смог вернуть деньги',
    'refund-unexplained': 'Платёжный сервис вернул {amount}, и это не совпадает ни с одним возвратом',
    'refund-totals': 'в платёжном сервисе возвращено {there}, здесь {here}',
    'paid-twice': 'Заказ оплачен дважды',
    'paid-after-close': 'Заказ был закрыт до оплаты',
    'provider-dashboard': 'Возвращено в кабинете платёжного сервиса',
    withdrawal: 'Игрок отказался от договора',
    'provider-refused': 'Платёжный сервис отказал: «{said}»',
    'provider-unavailable': 'Платёжный сервис не ответил как следует: «{said}»',
    'receipt-email-missing':
      'Для фискального чека нужна почта покупателя, а её нет: без неё возможен только полный возврат',
    'closing-receipt-email-missing':
      'Для чека зачёта предоплаты нужна почта, а почта покупателя удалена: пробейте его в своей кассе',
    'closing-receipt-refused': 'Платёжный сервис не смог зарегистрировать чек',
    'closing-receipt-silent': 'Платёжный сервис не зарегистрировал чек за три дня',
    'charge-disputed':
      'Банк покупателя оспаривает этот платёж, и Stripe вернёт деньги, только если вы выиграете спор: ответьте в кабинете Stripe.',
    'other-attempt': 'платёж относится к попытке {attemptId}',
    'other-payment': '{paymentId} — другой платёж той же попытки',
    'other-shop': 'платёж чужого магазина',
    'live-money': 'это настоящие деньги',
    'test-money': 'это тестовые деньги',
    'other-amount': 'пришло {arrived} вместо {expected}',
  },
} as const satisfies Sentences

export type FaultCode = keyof (typeof faultSentences)['en']
export type Fault = { code: string; params: SentenceParams }

/** The stored form of a fault. */
export function storeFault(code: FaultCode, params: SentenceParams = {}): string {
  return JSON.stringify({ code, ...params })
}

/** Null for a sentence of an older release, and for what a person wrote. */
export function readFault(stored: string | null): Fault | null {
  if (!stored?.startsWith('{"code":')) return null
  try {
    const { code, ...params } = JSON.parse(stored) as { code: unknown } & SentenceParams
    return typeof code === 'string' && Object.hasOwn(faultSentences.en, code) ? { code, params } : null
  } catch {
    return null
  }
}

/** The stored fault as a sentence; a stored sentence as it is. */
export function describeFault(stored: string, language?: SentenceLanguage): string
export function describeFault(stored: string | null, language?: SentenceLanguage): string | null
export function describeFault(stored: string | null, language: SentenceLanguage = 'en'): string | null {
  const fault = readFault(stored)
  return (fault && fillSentence(faultSentences, fault, language)) ?? stored
}
