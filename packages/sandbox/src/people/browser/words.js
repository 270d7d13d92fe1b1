/** Every sentence of the page for people. */

/** @type {Record<string, string>} */
const en = {
  title: 'The outside world',
  lead: 'Everything here happens on this machine: no money, no mail and no message leaves it.',
  sections: 'Sections',
  payments: 'Payments',
  mail: 'Mailbox',
  notices: 'Game server',
  personas: 'Test people',
  'about-personas':
    'Who can sign in with Google, Apple, VK, Yandex, Telegram and Facebook here. Each of them asks which one you are.',
  control: 'Control API',
  'no-payments': 'No payments yet. Press a buy button in a game, and the payment appears here.',
  'no-mail': 'No mail yet. Codes, receipts and support letters arrive here.',
  'no-notices': 'No notices yet. When an order is paid, the hub tells the game server.',
  succeed: 'Pay',
  decline: 'Decline',
  abandon: 'Abandon',
  refund: 'Refund',
  dispute: 'Dispute',
  requires_payment_method: 'waits for a card',
  requires_confirmation: 'waits for the buyer',
  requires_action: 'waits for the bank',
  requires_capture: 'sum is held',
  processing: 'in progress',
  succeeded: 'paid',
  canceled: 'cancelled',
  pending: 'waits for the buyer',
  waiting_for_capture: 'sum is held',
  PENDING: 'waits for the buyer',
  AUTHORIZED: 'sum is held',
  CAPTURED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'returned',
  VOIDED: 'cancelled',
  FAILED: 'not paid',
  done: 'Done: {outcome}, {id}',
  failed: 'It did not work: {reason}',
  copy: 'Copy code {code}',
  copied: 'Code {code} copied',
  open: 'Open the letter',
  'open-body': 'What it says',
  verified: 'signature holds',
  unverified: 'signature does not hold',
  answered: 'answered {status}',
  refunded: 'refunded {sum}',
  disputed: 'disputed',
  'hub-payment': 'hub payment {id}',
  away: 'The sandbox does not answer. This page keeps trying.',
}

/** @type {Record<string, string>} */
const ru = {
  title: 'Внешний мир',
  lead: 'Всё это происходит на одном компьютере: ни деньги, ни письма, ни сообщения его не покидают.',
  sections: 'Разделы',
  payments: 'Платежи',
  mail: 'Почта',
  notices: 'Сервер игры',
  personas: 'Тестовые люди',
  'about-personas':
    'Кем можно войти здесь через Google, Apple, VK, Яндекс, Telegram и Facebook. Каждый из них спросит, кто вы.',
  control: 'Управление (API)',
  'no-payments': 'Платежей пока нет. Нажмите в игре кнопку покупки, и платёж появится здесь.',
  'no-mail': 'Писем пока нет. Сюда приходят коды, чеки и письма поддержке.',
  'no-notices': 'Уведомлений пока нет. Когда заказ оплачен, хаб сообщает об этом серверу игры.',
  succeed: 'Оплатить',
  decline: 'Отклонить',
  abandon: 'Бросить',
  refund: 'Вернуть',
  dispute: 'Оспорить',
  requires_payment_method: 'ждёт карту',
  requires_confirmation: 'ждёт покупателя',
  requires_action: 'ждёт банк',
  requires_capture: 'сумма удержана',
  processing: 'в работе',
  succeeded: 'оплачен',
  canceled: 'отменён',
  pending: 'ждёт покупателя',
  waiting_for_capture: 'сумма удержана',
  PENDING: 'ждёт покупателя',
  AUTHORIZED: 'сумма удержана',
  CAPTURED: 'оплачен',
  PARTIALLY_REFUNDED: 'оплачен',
  REFUNDED: 'возвращён',
  VOIDED: 'отменён',
  FAILED: 'не оплачен',
  done: 'Готово: {outcome}, {id}',
  failed: 'Не получилось: {reason}',
  copy: 'Скопировать код {code}',
  copied: 'Код {code} скопирован',
  open: 'Открыть письмо',
  'open-body': 'Что в нём',
  verified: 'подпись верна',
  unverified: 'подпись неверна',
  answered: 'ответ {status}',
  refunded: 'возвращено {sum}',
  disputed: 'оспорен',
  'hub-payment': 'платёж хаба {id}',
  away: 'Песочница не отвечает. Страница продолжает пробовать.',
}

export const language = navigator.language.toLowerCase().startsWith('ru') ? 'ru' : 'en'

/**
 * @param {string} word
 * @param {Record<string, string>} [values]
 */
export function say(word, values = {}) {
  const sentence = (language === 'ru' ? ru : en)[word] ?? word
  return sentence.replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? '')
}
