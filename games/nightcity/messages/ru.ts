import { plural } from '../../kit/messages/language.ts'
import { commonRu } from '../../kit/messages/ru.ts'
import type { Messages } from './en.ts'

const count = plural('ru')
const chips = (n: number) =>
  `${n.toLocaleString('ru')} ${count(n, { one: 'фишка', few: 'фишки', many: 'фишек', other: 'фишки' })}`
const chipsWon = (n: number) =>
  `${n.toLocaleString('ru')} ${count(n, { one: 'фишку', few: 'фишки', many: 'фишек', other: 'фишки' })}`

const ranks = [
  'туз',
  'двойка',
  'тройка',
  'четвёрка',
  'пятёрка',
  'шестёрка',
  'семёрка',
  'восьмёрка',
  'девятка',
  'десятка',
  'валет',
  'дама',
  'король',
]
const suits = { '♠': 'пик', '♥': 'червей', '♦': 'бубен', '♣': 'треф' }

export const ru: Messages = {
  ...commonRu,
  title: 'Ночной город',
  tagline: 'Двадцать одно над крышами',
  needsHub: 'Игра для взрослых. Она открывается только в Playhub, где сначала спрашивают о возрасте.',

  table: 'Стол',
  house: 'Заведение',
  you: 'Вы',
  chips,
  chipsLabel: 'Фишки',
  courtCards: ['В', 'Д', 'К', 'Т'],
  card: (rank, suit) => `${ranks[rank - 1]} ${suits[suit]}`,
  hidden: 'карта рубашкой вверх',
  hand: (who, cards, points) => `${who}: ${cards}. ${points}`,
  points: (n) => `${n} ${count(n, { one: 'очко', few: 'очка', many: 'очков', other: 'очка' })}`,
  bet: (n) => `Ставка ${n}`,
  placeBet: 'Сделайте ставку',
  hit: 'Ещё',
  stand: 'Хватит',
  double: 'Удвоить',
  yourTurn: 'Ваш ход',
  outcomes: {
    natural: (n) => `Двадцать одно! Вы выиграли ${chipsWon(n)}`,
    won: (n) => `Вы выиграли ${chipsWon(n)}`,
    push: () => 'Ничья, ставка вернулась',
    lost: (n) => `Выиграло заведение, минус ${chips(n)}`,
    bust: (n) => `Перебор, минус ${chips(n)}`,
  },
  onTheHouse: (n) => `За счёт заведения: ${chips(n)}`,

  play: 'Играть',
  resume: 'Играть дальше',
  howToLines: [
    'Наберите больше очков, чем заведение, но не больше 21. Валет, дама и король — по десять, туз — одно или одиннадцать.',
    '«Ещё» (H) — взять карту, «Хватит» (S) — теперь играет заведение, «Удвоить» (D) — одна карта и двойная ставка.',
    'Фишки нужны только для игры: обменять их на деньги нельзя.',
  ],
  yourBest: (n) => `Ваш лучший вечер: ${chips(n)}`,

  items: {
    'nightcity-chips': { title: 'Стопка фишек', what: 'Пятьсот фишек на долгий вечер.' },
    'nightcity-velvet': {
      title: 'Бархатная колода',
      what: 'Карты с рубашкой из тёмно-красного бархата, навсегда.',
    },
  },
  shopIntro: 'Чтобы вечер не кончался',
  buyLabel: (item, price) => `Купить: ${item}, ${price}`,
  shopLoading: 'Бармен уже идёт…',
  bought: (item) => `${item}: теперь ваше!`,
  restored: (item) => `${item}: ваше из прошлой покупки!`,
  kept: 'Уже ваша',
}
