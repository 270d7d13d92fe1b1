import type { CommonMessages } from './en.ts'

export const commonRu: CommonMessages = {
  language: 'ru',
  guest: 'Гость',
  playingAs: (name) => `Играет ${name}`,
  pause: 'Пауза',
  paused: 'Пауза',
  soundOn: 'Звук: включён',
  soundOff: 'Звук: выключен',
  howTo: 'Как играть',
  signIn: 'Войти',
  signOut: 'Выйти',
  support: 'Написать в поддержку',
  close: 'Закрыть',

  shop: 'Магазин',
  openShop: 'Открыть магазин',
  buy: 'Купить',
  buyLabel: (item, price) => `Купить ${item} за ${price}`,
  shopClosed: 'Магазин сейчас закрыт. Загляните, пожалуйста, позже.',
  paying: 'Ждём оплату…',
  thanks: 'Спасибо',
  cancelled: 'Ничего не куплено, деньги не списаны.',
  failed: 'Оплата не прошла. Деньги не списаны.',
  pending: 'Оплата ещё в пути. Покупка придёт сама.',
  noAnswer: 'Магазин не ответил. Если вы заплатили, покупка придёт сама.',
  signInFirst: 'Войдите, чтобы покупки остались за вами.',
}
