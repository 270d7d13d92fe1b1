import { commonEn } from '../../kit/messages/en.ts'
import { plural } from '../../kit/messages/language.ts'
import type { Level } from '../core/buildings.ts'
import type { Person, Wish } from '../core/quests.ts'

const count = plural('en')
const coins = (n: number) => `${n.toLocaleString('en')} ${count(n, { one: 'coin', other: 'coins' })}`
const families = (n: number) => `${n.toLocaleString('en')} ${count(n, { one: 'family', other: 'families' })}`
const crews = (n: number) => `${n} ${count(n, { one: 'crew', other: 'crews' })}`

const MANY: Record<Level, string> = {
  1: 'piles of logs',
  2: 'huts',
  3: 'cottages',
  4: 'houses',
  5: 'villas',
  6: 'clock towers',
  7: 'castles',
}
const ONE: Record<Level, string> = {
  1: 'a pile of logs',
  2: 'a hut',
  3: 'a cottage',
  4: 'a house',
  5: 'a villa',
  6: 'a clock tower',
  7: 'a castle',
}

export const en = {
  ...commonEn,
  title: 'Family Town',

  coins: 'Coins',
  coinsCount: coins,
  families: 'Families',
  familiesCount: families,
  quest: 'A wish',
  questState: (have: number, goal: number) => `${have} of ${goal}`,
  day: (n: number) => `Day ${n}`,
  untilEvening: (n: number) => `${n} ${count(n, { one: 'cart', other: 'carts' })} until evening`,
  now: 'On the cart',
  next: 'Next',

  levels: {
    1: 'Logs',
    2: 'Hut',
    3: 'Cottage',
    4: 'House',
    5: 'Villa',
    6: 'Clock tower',
    7: 'Castle',
  } satisfies Record<Level, string>,
  people: {
    baker: 'Tim the baker',
    grandmother: 'Grandma Vera',
    postman: 'Pavel the postman',
    girl: 'Mia',
  } satisfies Record<Person, string>,
  wish: (wish: Wish, goal: number): string => {
    switch (wish.kind) {
      case 'build':
        return goal === 1 ? `Build ${ONE[wish.level]}` : `Build ${goal} ${MANY[wish.level]}`
      case 'families':
        return `Welcome ${families(goal)}`
      case 'together':
        return goal === 1 ? 'Merge four or more at once' : `Merge four or more at once, ${goal} times`
      case 'chain':
        return goal === 1
          ? 'Make two merges in a row with one piece'
          : `Make two merges with one piece, ${goal} times`
      case 'earn':
        return `Earn ${coins(goal)} by building`
    }
  },

  board: 'The town, 5 by 5 plots',
  boardHelp: 'Arrow keys walk around the plots, Space or Enter builds.',
  free: 'Free plot',
  plot: (what: string, row: number, column: number) => `${what}, row ${row}, column ${column}`,
  willBuild: (what: string) => `here you get: ${what}`,
  merged: (n: number, what: string) => `${n} merged: ${what}.`,
  taken: 'This plot is taken',

  tools: 'Tools',
  crane: 'Crane',
  craneLabel: (price: number) => `Crane: move a building, ${coins(price)}`,
  clear: 'Clear',
  clearLabel: (price: number) => `Clear a plot, ${coins(price)}`,
  crew: 'Crew',
  crewLabel: (n: number, price: number) =>
    n > 0 ? `Crew: upgrade a building by one level, ${crews(n)} left` : `Hire a crew, ${coins(price)}`,
  craneFromHint: 'Choose a building to move',
  craneToHint: 'Choose a free plot for it',
  clearHint: 'Choose a building to remove',
  crewHint: 'Choose a building to upgrade',
  toolDeselected: 'Put away',
  cancelTool: 'Cancel',
  notHere: 'Not here',
  tooFewCoins: (n: number) => `You need ${coins(n)}. Quests and evenings bring some, and so does the shop.`,

  welcome: 'Welcome to Family Town',
  welcomeLines: [
    'Place what the cart brings on a free plot.',
    'Three identical neighbours merge into one better building.',
    'Families move in, people have wishes, and every evening brings coins.',
  ],
  startBuilding: 'Start building',

  questDone: (who: string) => `${who} says thank you!`,

  evening: (n: number) => `Evening of day ${n}`,
  eveningFamilies: (n: number) =>
    `${families(n)} ${count(n, { one: 'lights', other: 'light' })} the windows.`,
  eveningTax: (n: number) => `The town earned ${coins(n)}`,
  eveningRecord: (n: number) => `Your record: ${families(n)}`,
  nextDay: 'Good morning!',
  takeABreak: 'The town is saved. It will wait for you.',

  full: 'Every plot is taken',
  fullFamilies: (n: number) => `${families(n)} live here. What a town!`,
  fullHelp: 'Make room, or take your coins and crews to a new meadow.',
  useCrew: (n: number) => (n > 0 ? `Send a crew (${n} left)` : 'Hire a crew'),
  useClear: (price: number) => `Clear a plot, ${coins(price)}`,
  newTown: 'Found a new town',

  resume: 'Back to the town',
  howToLines: [
    'Three identical neighbours, side by side, merge into one better building. Four or more pay extra.',
    'The new building appears where you placed the last piece: choose the place well.',
    'The crane moves a building, clearing makes room, a crew upgrades a building by one level.',
    'A day is 25 carts. In the evening the families pay their share.',
  ],
  townPass: (number: string) => `Town pass ${number}, confirmed by the hub`,

  items: {
    'familytown-coins': {
      title: 'Pouch of coins',
      what: 'A thousand coins for cranes, clearings and crews.',
    },
    'familytown-builders': {
      title: "Builders' crew",
      what: 'Five crews: each upgrades a building by one level.',
    },
  },
  shopIntro: 'A helping hand for your town',
  shopLoading: 'Opening the shutters…',
  bought: (item: string) => `${item}: yours!`,
  restored: (item: string) => `${item}, bought earlier, has arrived!`,
  have: (coin: number, crew: number) => `You have: ${coins(coin)}, ${crews(crew)}`,
}

export type Messages = typeof en
