import type { OperatorRefusalCode, OperatorRouteKey, operatorRoutes } from '@playhub/contract/operator'
import type account from './en/account.json'
import type audit from './en/audit.json'
import type common from './en/common.json'
import type content from './en/content.json'
import type contentDraft from './en/content-draft.json'
import type contentProject from './en/content-project.json'
import type errors from './en/errors.json'
import type finance from './en/finance.json'
import type gameServers from './en/game-servers.json'
import type home from './en/home.json'
import type insights from './en/insights.json'
import type leaderboards from './en/leaderboards.json'
import type login from './en/login.json'
import type offers from './en/offers.json'
import type operations from './en/operations.json'
import type operators from './en/operators.json'
import type orders from './en/orders.json'
import type patch from './en/patch.json'
import type pictures from './en/pictures.json'
import type players from './en/players.json'
import type saves from './en/saves.json'
import type search from './en/search.json'
import type tickets from './en/tickets.json'

/** An area adds its namespace here. */
export type Resources = {
  account: typeof account
  audit: typeof audit
  common: typeof common
  content: typeof content
  'content-draft': typeof contentDraft
  'content-project': typeof contentProject
  errors: typeof errors
  finance: typeof finance
  'game-servers': typeof gameServers
  home: typeof home
  insights: typeof insights
  leaderboards: typeof leaderboards
  login: typeof login
  offers: typeof offers
  operations: typeof operations
  operators: typeof operators
  orders: typeof orders
  patch: typeof patch
  pictures: typeof pictures
  players: typeof players
  saves: typeof saves
  search: typeof search
  tickets: typeof tickets
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Resources
  }
}

/** Their messages are in `pictures`, which home does not load. */
export type PictureRefusal = Extract<OperatorRefusalCode, `PICTURE_${string}`>

/** Refusals of operator calls. `error-message.ts` reports a missing message. */
export type ConsoleRefusal =
  | Exclude<
      OperatorRefusalCode | (typeof operatorRoutes)[OperatorRouteKey]['refusals'][number],
      PictureRefusal
    >
  | 'BODY_INVALID'
  | 'TOO_MANY_REQUESTS'
  | 'FAULT'
  | 'SERVICE_UNAVAILABLE'
  | 'ROUTE_NOT_FOUND'
  | 'CROSS_SITE_REQUEST'
