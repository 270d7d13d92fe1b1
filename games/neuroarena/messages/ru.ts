import { plural } from '../../kit/messages/language.ts'
import { commonRu } from '../../kit/messages/ru.ts'
import type { Messages } from './en.ts'

const count = plural('ru')
const points = (n: number) =>
  `${n.toLocaleString('ru')} ${count(n, { one: 'очко', few: 'очка', many: 'очков', other: 'очка' })}`
const formatHull = (left: number, full: number) => `корпус ${left} из ${full}`

export const ru: Messages = {
  ...commonRu,
  title: 'Нейроарена',
  tagline: 'Один дрон против всех',

  wave: (n) => `Волна ${n}`,
  boss: 'Чемпион!',
  score: 'Счёт',
  points,
  best: 'Рекорд',
  hull: (left, full) => `Корпус: ${left} из ${full}`,
  multiplier: (n) => `×${n}`,
  atRest: (wave, score, left, full) => `Волна ${wave}. ${points(score)}, ${formatHull(left, full)}.`,
  atRestBoss: (wave, score, left, full) =>
    `Волна ${wave}, выходит чемпион. ${points(score)}, ${formatHull(left, full)}.`,
  hurt: (left, full) => `Попадание! Осталось: ${formatHull(left, full)}.`,

  tools: 'Помощь в бою',
  shield: 'Щит',
  shieldLabel: (n) => `Щит, осталось ${n}`,
  shieldUp: 'Щит поднят',

  arenaLabel: 'Арена',
  arenaHelp:
    'Стрелки или клавиши WASD ведут дрон, целится и стреляет он сам. Пробел поднимает щит, Escape ставит на паузу.',

  play: 'Играть',
  again: 'Сыграть ещё раз',
  resume: 'Играть дальше',
  restart: 'Начать заново',
  howToLines: [
    'Ведите дрон стрелками, клавишами WASD или просто тяните пальцем или мышью.',
    'Целится и стреляет он сам. Ваше дело — не дать себя достать.',
    'Белое кольцо вокруг противника: сейчас он выстрелит.',
    'Делитель распадается на троих. Держитесь от него подальше.',
    'Капсулы чинят корпус, ускоряют стрельбу или утраивают её.',
    'Побеждайте одного за другим без передышки: очки умножатся, вплоть до пяти раз.',
  ],
  yourBest: (score, wave) => `Ваш рекорд: ${points(score)}, волна ${wave}`,
  firstRun: 'В каждой пятой волне — чемпион. Как далеко вы дойдёте?',
  aurora: 'Облик «Аврора»',

  over: 'Дрон сбит',
  newBest: 'Новый рекорд!',
  reached: (wave) => `Вы продержались до волны ${wave}`,
  useCell: (n) => `Вернуться в бой (ячеек: ${n})`,
  revived: 'Снова в бою',

  items: {
    'neuroarena-shields': {
      title: 'Пять щитов',
      what: 'Каждый держит шесть секунд, и вас ничто не заденет.',
    },
    'neuroarena-energy': {
      title: 'Энергоячейки',
      what: 'Десять ячеек: каждая вернёт вас в проигранный бой.',
    },
    'neuroarena-aurora': { title: 'Облик «Аврора»', what: 'Северное сияние для вашего дрона, навсегда.' },
  },
  shopIntro: 'Чтобы бой не кончался',
  buyLabel: (item, price) => `Купить: ${item}, ${price}`,
  shopLoading: 'Заряжаем полки…',
  bought: (item) => `${item}: теперь ваше!`,
  restored: (item) => `${item}: ваше из прошлой покупки!`,
  kept: 'Уже ваш',
  have: (shields, cells) => `У вас: щитов ${shields}, энергоячеек ${cells}`,
}
