import { buyer, orderId, playerId, players } from '../many-orders/fill-orders.ts'
import { orders, tickets } from './fill-console.ts'

/** @param n  Counts calls, so each reads other rows. */
type Path = (n: number) => string

const random = (n: number, below: number) => ((n * 104_729) % below) + 1
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const period = (days: number) => `from=${day(days)}&to=${day(0)}`
/** Somewhere in the list, as after many pages. */
const deepOrder = (n: number) => `cursor=${orderId(random(n, orders))}`

/** Lists with their usual filters and with the rarest ones, searches and pages. */
export const calls: Record<string, Path> = {
  'orders, newest': () => '/orders',
  'orders, any page': (n) => `/orders?${deepOrder(n)}`,
  'orders of a project and a week': () => `/orders?project=skyport&from=${day(14)}&to=${day(7)}`,
  'orders of two projects, any page': (n) => `/orders?project=skyport&project=familytown&${deepOrder(n)}`,
  'orders not delivered': () => '/orders?state=undelivered',
  'orders whose game is not told': () => '/orders?state=game-not-told',
  'orders being delivered, no match': () => '/orders?state=delivering',
  'orders held': () => '/orders?state=held',
  'orders disputed': () => '/orders?state=disputed',
  'orders with a failed refund': () => '/orders?state=refund-failed',
  'orders pending': () => '/orders?state=pending',
  'orders refunded in part': () => '/orders?state=partly-refunded',
  'orders, no match': (n) =>
    `/orders?state=failed&item=none&provider=yandex-pay&currency=RUB&project=islandm3&project=skyport&${deepOrder(n)}`,
  'orders of a project, no match': (n) => `/orders?state=cancelled&project=islandm3&${deepOrder(n)}`,
  'orders by email': (n) => `/orders?q=player-${random(n, players)}@playhub.example`,
  'orders by receipt number': (n) => `/orders?q=PH-${random(n, orders)}`,
  'order page': (n) => `/orders/${orderId(random(n, orders))}`,
  refunds: () => '/refunds',
  'refunds failed': () => '/refunds?state=failed',
  'refunds, no match': () => '/refunds?state=pending&project=skyport',
  disputes: () => '/disputes',
  'disputes open': () => '/disputes?state=open',
  'disputes lost in a project': () => '/disputes?state=lost&project=familytown',
  'players, newest': () => '/players',
  'players banned': () => '/players?state=banned',
  'players of a week': () => `/players?createdFrom=${day(14)}&createdTo=${day(7)}`,
  'players, part of a name': (n) => `/players?q=${hash(n)}`,
  'players, part of every name': () => '/players?q=playhub.example',
  'players, part of an email': (n) => `/players?q=player-${random(n, players)}@`,
  'players, no match': () => '/players?q=zzzqqq&state=banned',
  'player page': (n) => `/players/${playerId(random(n, players))}`,
  'orders of a player': (n) => `/players/${playerId(random(n, players))}/orders`,
  'purchases of a player': (n) => `/players/${playerId(random(n, players))}/purchases`,
  'tickets of a player': (n) => `/players/${playerId(random(n, players))}/tickets`,
  'audit of a player': (n) => `/players/${playerId(random(n, players))}/audit`,
  'tickets open': () => '/tickets?state=open',
  'tickets, all': () => '/tickets',
  'tickets open of two projects': () => '/tickets?state=open&project=skyport&project=familytown',
  'tickets open, own': () => '/tickets?state=open&assignee=me',
  'tickets answered and closed': () => '/tickets?state=answered&state=closed',
  'tickets with a rare tag': () => '/tickets?tag=rare&state=closed',
  'tickets, no match': () =>
    '/tickets?state=closed&language=fr&reason=OTHER&tag=refund&project=skyport&project=islandm3',
  'tickets by email': (n) => `/tickets?q=player-${random(n, players)}@playhub.example`,
  'tickets, words of every one': () => '/tickets?q=arrive%20what',
  'tickets open, words of every one': () => '/tickets?q=arrive%20what&state=open',
  'tickets, a rare word': () => '/tickets?q=zzzqqq',
  'tickets, a frequent and a rare word': (n) => `/tickets?q=arrive%20${hash(n)}`,
  'tickets by number': (n) => `/tickets?q=${random(n, tickets)}`,
  'audit, newest': () => '/audit',
  'audit by action': () => '/audit?action=player.ban',
  'audit by operator': () => '/audit?operator=Anna',
  'audit of a project': () => '/audit?project=skyport',
  'audit, no match': () => '/audit?operator=Nobody&action=webhook.resend&project=skyport&outcome=refused',
  deliveries: () => '/game-servers/islandm3/deliveries',
  'deliveries failed': () => '/game-servers/islandm3/deliveries?outcome=failed',
  'deliveries, no match': () => '/game-servers/neuroarena/deliveries?outcome=failed',
  'webhooks dead': () => '/game-servers/islandm3/webhooks?state=dead',
  'webhooks, no match': () => '/game-servers/neuroarena/webhooks?state=waiting',
  'game servers': () => '/game-servers',
  'search a part of a name': (n) => `/search?q=${hash(n)}`,
  'search a part of every name': () => '/search?q=playhub',
  'search an email': (n) => `/search?q=player-${random(n, players)}@playhub.example`,
  'search an order id': (n) => `/search?q=${orderId(random(n, orders))}`,
  'search a payment id': (n) => `/search?q=pi_${random(n, orders)}`,
  'search a receipt number': (n) => `/search?q=PH-${random(n, orders)}`,
  'search a refund id': (n) => `/search?q=re_${random(n, orders / 50)}`,
  'search a dispute id': (n) => `/search?q=dp_${random(n, orders / 200)}`,
  'search a ticket number': (n) => `/search?q=%23${random(n, tickets)}`,
  'finance of yesterday by item': () => `/finance/sales?from=${day(1)}&to=${day(1)}&items=true`,
  jobs: () => '/operations/jobs',
}

/** The calls of an operator who has one project. */
export const scopedCalls: Record<string, Path> = {
  'orders of a scope': (n) => `/orders?${deepOrder(n)}`,
  'orders of a scope, not delivered': () => '/orders?state=undelivered',
  'players of a scope': () => '/players',
  'players of a scope, part of every name': () => '/players?q=playhub.example',
  'player page of a scope': (n) => `/players/${playerId(buyer(4 * n + 1))}`,
  'tickets of a scope': () => '/tickets',
  'refunds of a scope': () => '/refunds',
  'search in a scope': (n) => `/search?q=${hash(n)}`,
}

export const homeCalls: Record<string, Path> = {
  home: () => '/home',
  'home, cached sales': () => '/home/sales',
}

/** Sums over months of orders. */
export const reportCalls: Record<string, Path> = {
  'finance of 30 days': () => `/finance/sales?${period(30)}`,
  'finance of two years by month': () => `/finance/sales?${period(729)}&by=month`,
}

/** Four digits of a first name. */
const hash = (n: number) =>
  ((BigInt(random(n, players)) * 2_654_435_761n) % 4_294_967_296n).toString(16).slice(0, 4).padStart(3, '0')
