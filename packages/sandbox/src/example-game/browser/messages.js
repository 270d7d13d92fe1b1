/** Every sentence of the example page. */

/** @type {Record<string, string>} */
const en = {
  title: 'A game with the hub in it',
  lead: 'The page of a game team. It opens the hub each way and writes down what it hears.',
  sections: 'Sections',
  back: 'The outside world',
  ways: 'How to open the hub',
  project: 'Project',
  way: 'Way',
  frame: 'In a frame',
  popup: 'In a popup',
  app: 'In an app’s web view',
  redirect: 'By a redirect',
  'about-frame': 'The hub tells this page by a message, at its exact origin.',
  'about-popup': 'The hub tells this page by a message and closes its window.',
  'about-app': 'The result stands in the address of the hub, where an app reads it: source=mobile.',
  'about-redirect':
    'The player comes back here with ?result=. The project needs authType: redirect and the host {host}.',
  'sign-in': 'Sign in',
  buy: 'Buy',
  heard: 'What the page has heard',
  'heard-nothing': 'Nothing yet. Sign in, and the hub tells who plays.',
  stage: 'The hub',
  believed: 'from the hub',
  'not-believed': 'not believed',
  'in-address': 'in the address',
  'sign-in-first': 'Sign in first: an order is for somebody.',
  'no-window': 'The browser opened no window.',
  'no-order': 'The hub opened no payment for this project.',
}

/** @type {Record<string, string>} */
const ru = {
  title: 'Игра, в которой открыт хаб',
  lead: 'Страница команды игры. Открывает хаб всеми способами и записывает, что услышала.',
  sections: 'Разделы',
  back: 'Внешний мир',
  ways: 'Как открыть хаб',
  project: 'Проект',
  way: 'Способ',
  frame: 'Во фрейме',
  popup: 'Во всплывающем окне',
  app: 'В приложении (web view)',
  redirect: 'С переходом на хаб',
  'about-frame': 'Хаб присылает странице сообщение — только её источнику.',
  'about-popup': 'Хаб присылает странице сообщение и закрывает своё окно.',
  'about-app': 'Результат остаётся в адресе хаба, где его читает приложение: source=mobile.',
  'about-redirect': 'Игрок возвращается сюда с ?result=. Проекту нужны authType: redirect и host {host}.',
  'sign-in': 'Войти',
  buy: 'Купить',
  heard: 'Что услышала страница',
  'heard-nothing': 'Пока ничего. Войдите, и хаб расскажет, кто играет.',
  stage: 'Хаб',
  believed: 'от хаба',
  'not-believed': 'не от хаба',
  'in-address': 'в адресе',
  'sign-in-first': 'Сначала войдите: заказ делают для кого-то.',
  'no-window': 'Браузер не открыл окно.',
  'no-order': 'Хаб не открыл платёж для этого проекта.',
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
