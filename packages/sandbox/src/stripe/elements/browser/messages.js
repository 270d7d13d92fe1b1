import { cardMessages } from '../../../pages/browser/card-form.js'

/** @type {Record<string, string>} */
const en = {
  ...cardMessages.en,
  form: 'Card details',
  methods: 'Payment method',
  'method-card': 'Card',
  'wallet-note': 'The sandbox’s wallet pays with a test card at once.',
  'cvc-placeholder': 'CVC',
  'fill-good': 'Payment succeeds',
  'fill-bad': 'Card is declined',
  generic_decline: 'The bank declined the payment. Try another card.',
  insufficient_funds: 'There is not enough money on the card.',
  expired_card: 'The card has expired. Try another one.',
  incorrect_cvc: 'The security code is wrong.',
  processing_error: 'The card could not be processed. Try again in a while.',
  test_mode_live_card: 'Only test cards work in the sandbox.',
  payment_intent_authentication_failure:
    'The bank could not confirm that the card is yours. Try again or use another card.',
  api_connection_error: 'Stripe does not answer. Check the connection and try again.',
  api_error: 'Something went wrong at Stripe. Nothing was charged, try again.',
  'challenge-title': 'Confirm the payment',
  'challenge-text': 'Your bank asks whether it is you who pays',
  'challenge-note': 'This is the sandbox’s bank: choose how it ends.',
  complete: 'Complete',
  fail: 'Fail',
  'challenge-over': 'There is nothing to confirm here any more.',
}

/** @type {Record<string, string>} */
const ru = {
  ...cardMessages.ru,
  form: 'Данные карты',
  methods: 'Способ оплаты',
  'method-card': 'Карта',
  'wallet-note': 'Кошелёк песочницы сразу оплатит тестовой картой.',
  'cvc-placeholder': 'CVC',
  'fill-good': 'Оплата пройдёт',
  'fill-bad': 'Банк откажет',
  generic_decline: 'Банк отклонил платёж. Попробуйте другую карту.',
  insufficient_funds: 'На карте не хватает денег.',
  expired_card: 'Срок карты истёк. Попробуйте другую.',
  incorrect_cvc: 'Код безопасности неверный.',
  processing_error: 'Не получилось провести платёж. Попробуйте чуть позже.',
  test_mode_live_card: 'В песочнице работают только тестовые карты.',
  payment_intent_authentication_failure:
    'Банк не смог убедиться, что карта ваша. Попробуйте ещё раз или выберите другую.',
  api_connection_error: 'Stripe не отвечает. Проверьте связь и попробуйте ещё раз.',
  api_error: 'У Stripe что-то сломалось. Деньги не списаны, попробуйте ещё раз.',
  'challenge-title': 'Подтвердите оплату',
  'challenge-text': 'Банк спрашивает, вы ли это платите',
  'challenge-note': 'Это банк песочницы: выберите, чем всё кончится.',
  complete: 'Подтвердить',
  fail: 'Отказаться',
  'challenge-over': 'Здесь уже нечего подтверждать.',
}

export const messages = { en, ru }
