/** Every screen that is built, and the states worth a look of their own: what the test walks and the camera takes. */
import type { Page } from 'playwright-core'
import type { ApiPlayer } from '../environment/api.ts'
import { accountSteps } from './steps/accounts.ts'
import { answers } from './steps/responses.ts'
import { paymentSteps } from './steps/payments.ts'
import { profileSteps } from './steps/profile.ts'
import { siteSteps } from './steps/site.ts'
import { supportSteps } from './steps/support.ts'
import type { Language, wordsIn } from '../environment/translator.ts'
import type { World } from '../environment/test-environment.ts'

/**
 * The demo player has a history, the newcomer nothing, the buyer orders that are not paid; whoever a screen changes is
 * registered afresh for it.
 */
export type Who = 'guest' | 'demo' | 'newcomer' | 'buyer' | 'fresh'

/** What a screen's steps have at hand. */
export type Scene = {
  world: World
  page: Page
  language: Language
  words: ReturnType<typeof wordsIn>
  player: ApiPlayer | null
}

export type Screen = {
  name: string
  who: Who
  /** Where it begins; `{lng}` stands for the language. A whole address where the host matters. */
  path: string | ((scene: Scene) => string | Promise<string>)
  /** What leads on from there, until the screen is whole. */
  steps?: (scene: Scene) => Promise<unknown>
  /** Where the hub takes the visitor instead. */
  endsAt?: string
  /** Words that its one main heading begins with, where it matters which. */
  heading?: (scene: Scene) => string
  /** A page that only waits stays busy. */
  isWaiting?: true
  /** What the browser itself says of a refusal that belongs to this screen. */
  complains?: RegExp
}

const catalogue = '/games/{lng}/'

export const screens: Screen[] = [
  { name: 'catalogue', who: 'guest', path: catalogue },
  { name: 'catalogue of a player', who: 'demo', path: catalogue },
  { name: 'catalogue of a guest who has played', who: 'guest', path: catalogue, steps: siteSteps.comeBack },
  { name: 'search', who: 'guest', path: '/games/{lng}/?search=m3' },
  { name: 'search, perhaps', who: 'guest', path: '/games/{lng}/?search=tresure' },
  { name: 'search, nothing found', who: 'guest', path: '/games/{lng}/?search=xyzzy' },
  { name: 'my games', who: 'guest', path: '/my-games?locale={lng}', steps: siteSteps.keepGames },
  { name: 'my games, none', who: 'newcomer', path: '/my-games?locale={lng}' },
  { name: 'language menu', who: 'guest', path: catalogue, steps: siteSteps.openLanguageMenu },
  { name: 'account menu', who: 'demo', path: catalogue, steps: siteSteps.openAccountMenu },
  { name: 'toast', who: 'demo', path: catalogue, steps: siteSteps.holdToast },
  { name: 'close question', who: 'guest', path: '/games/{lng}/?source=mobile', steps: siteSteps.askToClose },
  { name: 'no connection', who: 'guest', path: catalogue, steps: siteSteps.goOffline },
  {
    name: 'page without a connection',
    who: 'guest',
    path: answers.lost('control/get-prices*', catalogue),
    steps: siteSteps.goToPrices,
    complains: /ERR_FAILED/,
  },
  {
    name: 'page that the server failed',
    who: 'guest',
    path: answers.refused('control/get-prices*', catalogue),
    steps: siteSteps.goToPrices,
    complains: /status of 503/,
  },
  { name: 'game', who: 'guest', path: '/games/{lng}/islandm3/' },
  { name: 'playing', who: 'guest', path: '/games/{lng}/islandm3/?play=1', steps: siteSteps.waitForGame },
  {
    name: 'playing, full screen',
    who: 'guest',
    path: '/games/{lng}/islandm3/?play=1',
    steps: siteSteps.fillScreen,
  },
  {
    name: 'playing, paying',
    who: 'buyer',
    path: '/games/{lng}/islandm3/?play=1',
    steps: siteSteps.buyInGame,
  },
  { name: 'game that is not there', who: 'guest', path: '/games/{lng}/nowhere/', endsAt: catalogue },
  { name: 'game in development', who: 'guest', path: '/games/{lng}/skyport/', endsAt: catalogue },
  { name: 'unknown address', who: 'guest', path: '/no/such/place?locale={lng}', endsAt: catalogue },
  { name: 'age question', who: 'guest', path: siteSteps.singleGame },
  { name: 'single game', who: 'guest', path: siteSteps.singleGame, steps: siteSteps.confirmAge },
  { name: 'prices', who: 'guest', path: '/prices' },
  ...['islandm3', 'familytown', 'neuroarena'].map(
    (project): Screen => ({ name: `prices of ${project}`, who: 'guest', path: `/prices/${project}` }),
  ),
  ...['contacts', 'offer', 'terms', 'privacy', 'personal-data', '2257', 'complaints'].map(
    (name): Screen => ({ name: `document ${name}`, who: 'guest', path: `/docs/${name}.html` }),
  ),
  {
    name: 'document that is not there',
    who: 'guest',
    path: '/docs/nothing.html',
    heading: ({ words }) => words('errors:screen.notFoundTitle'),
    complains: /status of 404/,
  },
  {
    name: 'error',
    who: 'guest',
    path: '/prices',
    steps: siteSteps.breakDown,
    heading: () => 'Unexpected Application Error!',
  },
  ...['/loader', '/unauthorized', '/payments/done'].map(
    (path): Screen => ({ name: `waiting at ${path}`, who: 'guest', path, isWaiting: true }),
  ),
  {
    name: 'waiting at /session/loginDone with a result for others',
    who: 'guest',
    path: `/session/loginDone?result=${encodeURIComponent('{"data":{},"type":"login","isError":false,"errorCode":null}')}`,
    isWaiting: true,
  },
  { name: '/session/loginDone with nothing to end', who: 'guest', path: '/session/loginDone' },

  { name: 'sign-in', who: 'guest', path: '/session/login' },
  { name: 'sign-in, failed', who: 'guest', path: '/session/login?failed=1006&method=google' },
  { name: 'sign-in of a player', who: 'demo', path: '/session/login', endsAt: catalogue },
  { name: 'email sign-in', who: 'guest', path: '/session/login/email' },
  {
    name: 'email sign-in, mistakes',
    who: 'guest',
    path: '/session/login/email',
    steps: accountSteps.mistypeSignIn,
  },
  {
    name: 'email sign-in, wrong password',
    who: 'guest',
    path: '/session/login/email',
    steps: accountSteps.giveWrongPassword,
    complains: /status of 401/,
  },
  {
    name: 'email sign-in, robot check',
    who: 'guest',
    path: '/session/login/email',
    steps: accountSteps.failUntilRobotCheck,
  },
  { name: 'registration', who: 'guest', path: '/session/registration' },
  {
    name: 'registration, mistakes',
    who: 'guest',
    path: '/session/registration',
    steps: accountSteps.mistypeRegistration,
  },
  {
    name: 'registration, code',
    who: 'guest',
    path: '/session/registration',
    steps: accountSteps.register,
    heading: ({ words }) => words('accounts:code.title'),
  },
  {
    name: 'registration, wrong code',
    who: 'guest',
    path: '/session/registration',
    steps: accountSteps.giveWrongCode,
    heading: ({ words }) => words('accounts:code.title'),
    complains: /status of 400/,
  },
  { name: 'recovery', who: 'guest', path: '/auth/recovery-password' },
  {
    name: 'recovery, code',
    who: 'guest',
    path: '/auth/recovery-password',
    steps: accountSteps.askToRecover,
    heading: ({ words }) => words('accounts:code.title'),
  },
  {
    name: 'recovery, new password',
    who: 'guest',
    path: '/auth/recovery-password',
    steps: accountSteps.recover,
    heading: ({ words }) => words('accounts:recovery.newPasswordTitle'),
  },
  { name: 'deletion of personal data', who: 'guest', path: '/auth/deletion-personal-data' },
  { name: 'deletion of the data of a player', who: 'demo', path: '/auth/deletion-personal-data' },
  { name: 'settings', who: 'demo', path: '/settings', steps: profileSteps.waitForDevices },
  { name: 'settings, loading', who: 'demo', path: answers.held('me', '/settings') },
  {
    name: 'settings that did not load',
    who: 'demo',
    path: answers.lost('me/*', '/settings'),
    steps: profileSteps.waitForTrouble,
    complains: /ERR_FAILED/,
  },
  { name: 'settings of a guest', who: 'guest', path: '/settings?locale={lng}', endsAt: catalogue },
  { name: 'settings, mistakes', who: 'demo', path: '/settings', steps: profileSteps.mistype },
  {
    name: 'settings, linking failed',
    who: 'demo',
    path: '/settings?failed=1016&method=google',
    steps: profileSteps.waitForFailure,
  },
  { name: 'settings, unlink question', who: 'fresh', path: '/settings', steps: profileSteps.askToUnlink },
  {
    name: 'settings, leaving everywhere',
    who: 'demo',
    path: '/settings',
    steps: profileSteps.askToLeaveEverywhere,
  },
  {
    name: 'settings, deletion question',
    who: 'demo',
    path: '/settings?ask=deletion',
    steps: profileSteps.waitForQuestion,
  },
  {
    name: 'settings, deletion asked',
    who: 'fresh',
    path: profileSteps.withDeletionAsked,
    steps: profileSteps.openMenuWithDeletion,
  },

  { name: 'payment', who: 'buyer', path: paymentSteps.newOrder, steps: paymentSteps.waitForChoice },
  {
    name: 'payment, loading',
    who: 'buyer',
    path: answers.held('payments/process/*', paymentSteps.newOrder),
  },
  {
    name: 'payment that did not open',
    who: 'buyer',
    path: answers.lost('payments/process/*', paymentSteps.newOrder),
    heading: ({ words }) => words('payments:closed.trouble.title'),
    complains: /ERR_FAILED/,
  },
  { name: 'payment of a guest', who: 'guest', path: '/payments/process/any', endsAt: '/session/login' },
  {
    name: 'payment, cancel question',
    who: 'buyer',
    path: paymentSteps.newOrder,
    steps: paymentSteps.askToCancel,
  },
  { name: 'payment, card', who: 'buyer', path: paymentSteps.newOrder, steps: paymentSteps.openCardForm },
  {
    name: 'payment, YooKassa form',
    who: 'buyer',
    path: paymentSteps.newOrder,
    steps: paymentSteps.openYooKassaForm,
  },
  {
    name: 'payment, YooKassa form that did not open',
    who: 'buyer',
    path: paymentSteps.newOrder,
    steps: paymentSteps.failYooKassaForm,
    complains: /ERR_FAILED/,
  },
  {
    name: 'payment, Yandex Pay',
    who: 'buyer',
    path: paymentSteps.newOrder,
    steps: paymentSteps.chooseYandexPay,
  },
  {
    name: 'payment, Yandex Pay window',
    who: 'buyer',
    path: paymentSteps.newOrder,
    steps: paymentSteps.openYandexPay,
  },
  {
    name: 'payment, Yandex Pay window blocked',
    who: 'buyer',
    path: paymentSteps.newOrder,
    steps: paymentSteps.blockYandexPay,
  },
  {
    name: 'payment, Yandex Pay window closed',
    who: 'buyer',
    path: paymentSteps.newOrder,
    steps: paymentSteps.closeYandexPay,
  },
  {
    name: 'payment, declined',
    who: 'buyer',
    path: paymentSteps.newOrder,
    steps: paymentSteps.beDeclined,
    complains: /status of 402/,
  },
  { name: 'payment, failed', who: 'buyer', path: paymentSteps.newOrder, steps: paymentSteps.fail },
  { name: 'payment, cancelled', who: 'buyer', path: paymentSteps.newOrder, steps: paymentSteps.cancel },
  {
    name: 'payment, money on its way',
    who: 'fresh',
    path: paymentSteps.newOrder,
    steps: paymentSteps.waitForMoney,
    complains: /ERR_FAILED/,
  },
  { name: 'payment, paid', who: 'fresh', path: paymentSteps.newOrder, steps: paymentSteps.pay },
  {
    name: 'payment, already paid',
    who: 'demo',
    path: paymentSteps.paidOrder,
    heading: ({ words }) => words('payments:closed.alreadyPaid.title'),
  },
  {
    name: 'payment that is not there',
    who: 'demo',
    path: '/payments/process/01900000-0000-7000-8000-000000000000',
    heading: ({ words }) => words('payments:closed.notFound.title'),
    complains: /status of 404/,
  },
  { name: 'transactions', who: 'demo', path: '/transactions', steps: paymentSteps.waitForHistory },
  {
    name: 'transactions, loading',
    who: 'demo',
    path: answers.held('payments/get-user-payments*', '/transactions'),
  },
  { name: 'transaction, opened', who: 'demo', path: '/transactions', steps: paymentSteps.openTransaction },
  { name: 'transaction, receipt', who: 'demo', path: '/transactions', steps: paymentSteps.openReceipt },
  {
    name: 'transactions, none',
    who: 'newcomer',
    path: '/transactions',
    steps: paymentSteps.waitForEmptyHistory,
  },
  { name: 'transactions of a guest', who: 'guest', path: '/transactions?locale={lng}', endsAt: catalogue },

  { name: 'support', who: 'newcomer', path: '/transactions/help', steps: supportSteps.waitForForm },
  { name: 'support, payment', who: 'demo', path: supportSteps.withPayment, steps: supportSteps.waitForForm },
  { name: 'support, mistakes', who: 'newcomer', path: '/transactions/help', steps: supportSteps.mistype },
  {
    name: 'support that did not load',
    who: 'newcomer',
    path: answers.lost('support/tickets*', '/transactions/help'),
    steps: supportSteps.waitForTrouble,
    complains: /ERR_FAILED/,
  },
  {
    name: 'support, not sent',
    who: 'newcomer',
    path: '/transactions/help',
    steps: supportSteps.failToSend,
    complains: /ERR_FAILED/,
  },
  {
    name: 'support, waiting',
    who: 'fresh',
    path: supportSteps.asked,
    steps: supportSteps.waitForState('open'),
  },
  {
    name: 'support, request on its way',
    who: 'fresh',
    path: answers.held('support/tickets/*', supportSteps.asked),
  },
  {
    name: 'support, answered',
    who: 'fresh',
    path: supportSteps.answered,
    steps: supportSteps.waitForState('answered'),
  },
  {
    name: 'support, closed',
    who: 'fresh',
    path: supportSteps.closed,
    steps: supportSteps.waitForState('closed'),
  },
  {
    name: 'support, request that is not there',
    who: 'newcomer',
    path: '/transactions/help?ticket=01900000-0000-7000-8000-000000000000',
    heading: ({ words }) => words('support:notFound.title'),
    complains: /status of 404/,
  },
  { name: 'support of a guest', who: 'guest', path: '/transactions/help?locale={lng}', endsAt: catalogue },
]
