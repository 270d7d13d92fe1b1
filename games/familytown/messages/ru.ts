import { plural } from '../../kit/messages/language.ts'
import { commonRu } from '../../kit/messages/ru.ts'
import type { Level } from '../core/buildings.ts'
import type { Messages } from './en.ts'

const count = plural('ru')
const coins = (n: number) =>
  `${n.toLocaleString('ru')} ${count(n, { one: 'монета', few: 'монеты', many: 'монет', other: 'монеты' })}`
/** «Заработать 21 монету»: the same sum in the accusative case. */
const coinsEarned = (n: number) =>
  `${n.toLocaleString('ru')} ${count(n, { one: 'монету', few: 'монеты', many: 'монет', other: 'монеты' })}`
const families = (n: number) =>
  `${n.toLocaleString('ru')} ${count(n, { one: 'семья', few: 'семьи', many: 'семей', other: 'семьи' })}`
const familiesMet = (n: number) =>
  `${n.toLocaleString('ru')} ${count(n, { one: 'семью', few: 'семьи', many: 'семей', other: 'семьи' })}`
const crews = (n: number) =>
  `${n} ${count(n, { one: 'бригада', few: 'бригады', many: 'бригад', other: 'бригады' })}`
const times = (n: number) => `${n} ${count(n, { one: 'раз', few: 'раза', many: 'раз', other: 'раза' })}`

/** The building's name: one, two to four, five and more. */
const BUILT: Record<Level, [one: string, few: string, many: string]> = {
  1: ['штабель брёвен', 'штабеля брёвен', 'штабелей брёвен'],
  2: ['хижину', 'хижины', 'хижин'],
  3: ['домик', 'домика', 'домиков'],
  4: ['дом', 'дома', 'домов'],
  5: ['особняк', 'особняка', 'особняков'],
  6: ['часовую башню', 'часовые башни', 'часовых башен'],
  7: ['замок', 'замка', 'замков'],
}

function built(level: Level, n: number): string {
  const [one, few, many] = BUILT[level]
  const what = count(n, { one, few, many, other: few })
  return n === 1 ? what : `${n} ${what}`
}

export const ru: Messages = {
  ...commonRu,
  title: 'Семейный городок',

  coins: 'Монеты',
  coinsCount: coins,
  families: 'Семьи',
  familiesCount: families,
  quest: 'Просьба',
  questState: (have, goal) => `${have} из ${goal}`,
  day: (n) => `День ${n}`,
  untilEvening: (n) =>
    `До вечера ${n} ${count(n, { one: 'телега', few: 'телеги', many: 'телег', other: 'телеги' })}`,
  now: 'На телеге',
  next: 'Следом',

  levels: {
    1: 'Брёвна',
    2: 'Хижина',
    3: 'Домик',
    4: 'Дом',
    5: 'Особняк',
    6: 'Часовая башня',
    7: 'Замок',
  },
  people: {
    baker: 'Пекарь Тим',
    grandmother: 'Бабушка Вера',
    postman: 'Почтальон Павел',
    girl: 'Мия',
  },
  wish(wish, goal) {
    switch (wish.kind) {
      case 'build':
        return `Постройте ${built(wish.level, goal)}`
      case 'families':
        return `Примите ${familiesMet(goal)}`
      case 'together':
        return goal === 1
          ? 'Соедините сразу четыре или больше'
          : `Соедините сразу четыре или больше ${times(goal)}`
      case 'chain':
        return goal === 1
          ? 'Вызовите два соединения одной постройкой'
          : `Вызовите два соединения одной постройкой ${times(goal)}`
      case 'earn':
        return `Заработайте стройкой ${coinsEarned(goal)}`
    }
  },

  board: 'Городок, 5 на 5 участков',
  boardHelp: 'Стрелки — ходить по участкам, пробел или Enter — строить.',
  free: 'Свободный участок',
  plot: (what, row, column) => `${what}, ряд ${row}, место ${column}`,
  willBuild: (what) => `здесь получится: ${what}`,
  merged: (n, what) => `Соединено ${n}: ${what}.`,
  taken: 'Участок занят',

  tools: 'Инструменты',
  crane: 'Кран',
  craneLabel: (price) => `Кран: перенести постройку, ${coins(price)}`,
  clear: 'Снос',
  clearLabel: (price) => `Расчистить участок, ${coins(price)}`,
  crew: 'Бригада',
  crewLabel: (n, price) =>
    n > 0 ? `Бригада: улучшить постройку на уровень, осталось: ${n}` : `Нанять бригаду, ${coins(price)}`,
  craneFromHint: 'Выберите, что перенести',
  craneToHint: 'Выберите свободный участок',
  clearHint: 'Выберите, что убрать',
  crewHint: 'Выберите постройку, которую улучшить',
  toolDeselected: 'Отложено',
  cancelTool: 'Отменить',
  notHere: 'Сюда нельзя',
  tooFewCoins: (n) => `Нужно ${coins(n)}. Их приносят просьбы и вечера, а ещё магазин.`,

  welcome: 'Добро пожаловать в Семейный городок',
  welcomeLines: [
    'Ставьте на свободный участок то, что привезла телега.',
    'Три одинаковые постройки рядом превращаются в одну получше.',
    'Въезжают семьи, у жителей есть просьбы, а каждый вечер приносит монеты.',
  ],
  startBuilding: 'Начать стройку',

  questDone: (who) => `${who}: спасибо!`,

  evening: (n) => `Вечер дня ${n}`,
  eveningFamilies: (n) =>
    `${families(n)} ${count(n, { one: 'зажигает', few: 'зажигают', many: 'зажигают', other: 'зажигают' })} окна.`,
  eveningTax: (n) => `Городок заработал ${coinsEarned(n)}`,
  eveningRecord: (n) => `Ваш рекорд: ${families(n)}`,
  nextDay: 'С добрым утром!',
  takeABreak: 'Городок сохранён. Он вас подождёт.',

  full: 'Все участки заняты',
  fullFamilies: (n) =>
    `Здесь ${count(n, { one: 'живёт', few: 'живут', many: 'живут', other: 'живут' })} ${families(n)}. Вот это городок!`,
  fullHelp: 'Освободите место или возьмите монеты и бригады с собой на новый луг.',
  useCrew: (n) => (n > 0 ? `Позвать бригаду (осталось: ${n})` : 'Нанять бригаду'),
  useClear: (price) => `Расчистить участок, ${coins(price)}`,
  newTown: 'Основать новый городок',

  resume: 'Вернуться в городок',
  howToLines: [
    'Три одинаковые постройки бок о бок превращаются в одну получше. За четыре и больше платят щедрее.',
    'Новая постройка встаёт туда, куда легла последняя: выбирайте место с умом.',
    'Кран переносит постройку, снос освобождает место, бригада улучшает постройку на уровень.',
    'День — это 25 телег. Вечером семьи вносят свою долю.',
  ],
  townPass: (number) => `Пропуск жителя ${number}, подтверждён порталом`,

  items: {
    'familytown-coins': { title: 'Мешочек монет', what: 'Тысяча монет на краны, расчистку и бригады.' },
    'familytown-builders': {
      title: 'Бригада строителей',
      what: 'Пять бригад: каждая улучшает постройку на уровень.',
    },
  },
  shopIntro: 'Помощь вашему городку',
  shopLoading: 'Открываем ставни…',
  bought: (item) => `${item} — теперь у вас!`,
  restored: (item) => `${item} из прошлой покупки — теперь у вас!`,
  have: (coin, crew) => `У вас: ${coins(coin)}, ${crews(crew)}`,
}
