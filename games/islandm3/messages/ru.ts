import { plural } from '../../kit/messages/language.ts'
import { commonRu } from '../../kit/messages/ru.ts'
import type { Messages } from './en.ts'

const count = plural('ru')
const points = (n: number) =>
  `${n.toLocaleString('ru')} ${count(n, { one: 'очко', few: 'очка', many: 'очков', other: 'очка' })}`
const moves = (n: number) => `${n} ${count(n, { one: 'ход', few: 'хода', many: 'ходов', other: 'хода' })}`

export const ru: Messages = {
  ...commonRu,
  title: 'Остров сокровищ M3',

  level: (n) => `Уровень ${n}`,
  moves: 'Ходы',
  movesCount: moves,
  score: 'Счёт',
  points,
  goals: 'Цели',
  goalLeft: (name, left) => (left > 0 ? `${name}: осталось ${left}` : `${name}: готово`),
  starsEarned: (n) =>
    `${n} ${count(n, { one: 'звезда', few: 'звезды', many: 'звёзд', other: 'звезды' })} из 3`,

  tools: 'Помощь в игре',
  hint: 'Подсказка',
  hintLabel: (n) => `Подсказка, осталось ${n}`,
  bomb: 'Бомба',
  bombLabel: (n) => `Кокосовая бомба, осталось ${n}`,
  moreMoves: '+5 ходов',
  moreMovesLabel: (n) => `+5 ходов, осталось ${n}`,
  levels: 'Уровни',

  boardLabel: (columns, rows) => `Поле, ${columns} на ${rows}`,
  boardHelp: 'Стрелки — двигаться, пробел — взять фишку, затем соседнюю, Escape — отпустить.',
  cell: (row, column, what) => `${what}, строка ${row}, столбец ${column}`,
  picked: (what) => `Взято: ${what}. Выберите соседнюю фишку.`,
  noMatch: 'Ряда не вышло, фишки вернулись',
  turnDone: (cleared, gained, left) => `Убрано: ${cleared}, ${points(gained)}. Осталось ${moves(left)}.`,
  chain: (n) => `Цепочка ×${n}`,
  shuffled: 'Ходов не осталось: прибой перемешал поле',
  aim: 'Выберите, куда упадёт кокосовая бомба',
  aimOff: 'Бомба осталась в сумке',
  hintIs: (first, second) => `Попробуйте поменять: ${first} — и ${second}`,
  movesAdded: 'Ещё пять ходов',

  pieces: {
    shell: 'Ракушка',
    coconut: 'Кокос',
    starfish: 'Морская звезда',
    pearl: 'Жемчужина',
    leaf: 'Лист',
    flower: 'Цветок',
    sand: 'Песок',
    row: 'Доска для сёрфинга поперёк',
    column: 'Доска для сёрфинга вдоль',
    bomb: 'Кокосовая бомба',
    rainbow: 'Радужная раковина',
  },
  inSand: (what) => `${what} на песке`,

  collect: 'Соберите на этом уровне',
  inMoves: (n) => `У вас ${moves(n)}`,
  play: 'Играть',
  goOn: 'Продолжить',
  next: 'Следующий уровень',
  again: 'Сыграть ещё раз',
  tryAgain: 'Попробовать снова',
  resume: 'Играть дальше',
  restart: 'Начать уровень заново',

  won: 'Уровень пройден!',
  best: (n) => `Ваш рекорд: ${points(n)}`,
  lost: 'Ходы кончились',
  lostHelp: 'Совсем чуть-чуть! Возможно, хватит ещё пяти ходов.',
  useMoreMoves: (n) => `Взять +5 ходов (осталось ${n})`,

  howToLines: [
    'Меняйте местами соседние фишки, чтобы три одинаковые встали в ряд.',
    'Четыре в ряд дают доску для сёрфинга: она сметает строку или столбец.',
    'Фигура «Г» или «Т» даёт кокосовую бомбу.',
    'Пять в ряд дают радужную раковину: она забирает все фишки одного вида.',
    'Поменяйте особую фишку с любой соседней, и она сработает, а две особые вместе сделают больше.',
    'Убирайте фишки на песке, чтобы его раскопать.',
  ],

  chooseLevel: 'Выберите уровень',
  levelLabel: (n, stars) => `Уровень ${n}, звёзд: ${stars} из 3`,
  levelLocked: (n) => `Уровень ${n}, ещё закрыт`,
  levelOpen: (n) => `Уровень ${n}, ещё не пройден`,

  items: {
    'islandm3-hints': {
      title: 'Набор подсказок',
      what: 'Пять подсказок: каждая покажет лучший ход на поле.',
    },
    'islandm3-boosters': {
      title: 'Бустеры',
      what: 'Три кокосовые бомбы: бросьте куда угодно, ход не тратится.',
    },
    'islandm3-chest': {
      title: 'Сундук с сокровищами',
      what: 'Пять подсказок, три кокосовые бомбы и пять лишних ходов.',
    },
  },
  shopIntro: 'Маленькая помощь на трудных уровнях',
  shopLoading: 'Раскладываем товары…',
  bought: (item) => `${item} теперь у вас!`,
  restored: (item) => `${item} из прошлой покупки теперь у вас!`,
  have: (hints, bombs, packs) => `У вас: подсказок ${hints}, бомб ${bombs}, наборов «+5 ходов» ${packs}`,
}
