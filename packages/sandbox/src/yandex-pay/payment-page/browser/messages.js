/** @type {Record<string, string>} */
const en = {
  brand: 'Yandex Pay · sandbox',
  card: 'Mastercard •••• 4444. No real money moves: choose how it ends.',
  pay: 'Pay {amount}',
  decline: 'Have the bank decline it',
  close: 'Close without paying',
  line: '{title} × {count}',
  'paid-title': 'Paid',
  'paid-text': 'Taking you back to the shop.',
  'failure-title': 'Not paid',
  failed: 'The payment did not work. Go back to the shop and start again.',
  closed: 'You left without paying. You may close this window.',
  unknown: 'There is no such order.',
  unreachable: 'Yandex Pay does not answer. Check the connection and try again.',
}

/** @type {Record<string, string>} */
const ru = {
  brand: 'Яндекс Пэй · песочница',
  card: 'Mastercard •••• 4444. Настоящие деньги не спишутся: выберите, чем всё кончится.',
  pay: 'Оплатить {amount}',
  decline: 'Пусть банк откажет',
  close: 'Закрыть и не платить',
  line: '{title} × {count}',
  'paid-title': 'Оплачено',
  'paid-text': 'Возвращаем вас в магазин.',
  'failure-title': 'Не оплачено',
  failed: 'Оплата не прошла. Вернитесь в магазин и начните заново.',
  closed: 'Вы ушли, не заплатив. Это окно можно закрыть.',
  unknown: 'Такого заказа нет.',
  unreachable: 'Яндекс Пэй не отвечает. Проверьте связь и попробуйте ещё раз.',
}

export const messages = { en, ru }
