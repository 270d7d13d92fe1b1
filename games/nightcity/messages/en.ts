import { commonEn } from '../../kit/messages/en.ts'
import { plural } from '../../kit/messages/language.ts'

const count = plural('en')
const chips = (n: number) => `${n.toLocaleString('en')} ${count(n, { one: 'chip', other: 'chips' })}`

const ranks = ['ace', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'jack', 'queen', 'king']
const suits = { '♠': 'spades', '♥': 'hearts', '♦': 'diamonds', '♣': 'clubs' }

export const en = {
  ...commonEn,
  title: 'Night City',
  tagline: 'Twenty-one above the roofs',
  needsHub: 'This game is for adults. It opens in Playhub only, which asks for your age first.',

  table: 'Table',
  house: 'The house',
  you: 'You',
  chips,
  chipsLabel: 'Chips',
  courtCards: ['J', 'Q', 'K', 'A'],
  card: (rank: number, suit: keyof typeof suits) => `${ranks[rank - 1]} of ${suits[suit]}`,
  hidden: 'a card face down',
  hand: (who: string, cards: string, points: string) => `${who}: ${cards}. ${points}`,
  points: (n: number) => `${n} ${count(n, { one: 'point', other: 'points' })}`,
  bet: (n: number) => `Bet ${n}`,
  placeBet: 'Place your bet',
  hit: 'Hit',
  stand: 'Stand',
  double: 'Double',
  yourTurn: 'Your turn',
  outcomes: {
    natural: (n: number) => `Twenty-one! You win ${chips(n)}`,
    won: (n: number) => `You win ${chips(n)}`,
    push: () => 'A draw, your bet is back',
    lost: (n: number) => `The house wins, ${chips(n)} gone`,
    bust: (n: number) => `Too many, ${chips(n)} gone`,
  },
  onTheHouse: (n: number) => `On the house: ${chips(n)}`,

  play: 'Play',
  resume: 'Resume',
  howToLines: [
    'Get closer to 21 than the house, and not above it. Court cards count ten, an ace one or eleven.',
    'Hit (H) takes a card, Stand (S) lets the house play, Double (D) takes one card for twice the bet.',
    'Chips are for play: they cannot be turned into money.',
  ],
  yourBest: (n: number) => `Your best evening: ${chips(n)}`,

  items: {
    'nightcity-chips': { title: 'Stack of chips', what: 'Five hundred chips for a long evening.' },
    'nightcity-velvet': { title: 'Velvet deck', what: 'Cards with backs of dark red velvet, for good.' },
  },
  shopIntro: 'For a long evening',
  shopLoading: 'The barkeeper is on the way…',
  bought: (item: string) => `${item}: yours!`,
  restored: (item: string) => `${item}: yours from an earlier purchase!`,
  kept: 'Already yours',
}

export type Messages = typeof en
