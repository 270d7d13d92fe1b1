/** Every sentence a buyer can meet in the sandbox's Yandex Pay, in the two languages of the hub. */

/** @type {Record<string, string>} */
const en = {
  brand: 'Yandex Pay · sandbox',
  card: 'Mastercard •••• 4444. No real money moves: choose how it ends.',
  pay: 'Pay {sum}',
  decline: 'Have the bank decline it',
  close: 'Close without paying',
  line: '{title} × {count}',
  'paid-title': 'Paid',
  'paid-text': 'Taking you back to the shop.',
  'gone-title': 'Not paid',
  failed: 'The payment did not work. Go back to the shop and start again.',
  closed: 'You left without paying. You may close this window.',
  unknown: 'There is no such order.',
  away: 'Yandex Pay does not answer. Check the connection and try again.',
}

/** @type {Record<string, string>} */
const ru = {
  brand: 'Яндекс Пэй · песочница',
  card: 'Mastercard •••• 4444. Настоящие деньги не спишутся: выберите, чем всё кончится.',
  pay: 'Оплатить {sum}',
  decline: 'Пусть банк откажет',
  close: 'Закрыть и не платить',
  line: '{title} × {count}',
  'paid-title': 'Оплачено',
  'paid-text': 'Возвращаем вас в магазин.',
  'gone-title': 'Не оплачено',
  failed: 'Оплата не прошла. Вернитесь в магазин и начните заново.',
  closed: 'Вы ушли, не заплатив. Это окно можно закрыть.',
  unknown: 'Такого заказа нет.',
  away: 'Яндекс Пэй не отвечает. Проверьте связь и попробуйте ещё раз.',
}

export const sentences = { en, ru }
