/** The reason codes of Stripe, the only provider that reports disputes. @see https://docs.stripe.com/disputes/categories */
export const disputeReasons = {
  en: {
    bank_cannot_process: 'the bank cannot process the payment',
    check_returned: 'a returned check',
    credit_not_processed: 'a promised refund did not arrive',
    customer_initiated: 'the buyer started it',
    debit_not_authorized: 'the debit was not authorized',
    duplicate: 'charged twice',
    fraudulent: 'the buyer says that they did not pay',
    general: 'no reason given',
    incorrect_account_details: 'wrong account details',
    insufficient_funds: 'too little money on the account',
    noncompliant: 'against the rules of the card network',
    product_not_received: 'the item did not arrive',
    product_unacceptable: 'the item is not as described',
    subscription_canceled: 'the subscription was cancelled',
    unrecognized: 'the buyer does not recognise the payment',
  },
  ru: {
    bank_cannot_process: 'банк не может обработать платёж',
    check_returned: 'возвращённый чек',
    credit_not_processed: 'обещанный возврат не пришёл',
    customer_initiated: 'спор начал покупатель',
    debit_not_authorized: 'списание не разрешено',
    duplicate: 'деньги списаны дважды',
    fraudulent: 'покупатель говорит, что не платил',
    general: 'причина не названа',
    incorrect_account_details: 'неверные данные счёта',
    insufficient_funds: 'на счёте мало денег',
    noncompliant: 'нарушены правила платёжной системы',
    product_not_received: 'товар не получен',
    product_unacceptable: 'товар не такой, как описан',
    subscription_canceled: 'подписка отменена',
    unrecognized: 'покупатель не узнаёт платёж',
  },
} as const satisfies Record<'ru' | 'en', Record<string, string>>

/** A code that is not listed becomes words: "product not received". */
export function nameDisputeReason(code: string, language: 'ru' | 'en'): string {
  const names: Record<string, string> = disputeReasons[language]
  return (Object.hasOwn(names, code) ? names[code] : undefined) ?? code.replaceAll('_', ' ')
}
