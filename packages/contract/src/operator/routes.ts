import type { RequestInput, RequestParts, ResponseOutput } from '../routes.ts'
import { alertRoutes } from './alert-routes.ts'
import { contentRoutes } from './content/content-routes.ts'
import { pictureRoutes } from './content/picture-routes.ts'
import { reviewRoutes } from './content/review-routes.ts'
import { insightRoutes } from './insight-routes.ts'
import { leaderboardRoutes } from './leaderboard-routes.ts'
import { offerRoutes } from './offer-routes.ts'
import { orderRoutes, playerRoutes } from './player-routes.ts'
import type { OperatorRoute } from './route.ts'
import { operatorsRoutes, sessionRoutes } from './session-routes.ts'
import { auditRoutes, gameServerRoutes, overviewRoutes, ticketRoutes } from './work-routes.ts'

/** The calls under `/api/operator/v1` for staff, in the console and in scripts. */
export const operatorRoutes = {
  ...sessionRoutes,
  ...operatorsRoutes,
  ...playerRoutes,
  ...leaderboardRoutes,
  ...orderRoutes,
  ...ticketRoutes,
  ...gameServerRoutes,
  ...overviewRoutes,
  ...auditRoutes,
  ...alertRoutes,
  ...contentRoutes,
  ...reviewRoutes,
  ...pictureRoutes,
  ...insightRoutes,
  ...offerRoutes,
} as const satisfies Record<string, OperatorRoute>

export type OperatorRouteKey = keyof typeof operatorRoutes
type Definition<K extends OperatorRouteKey> = (typeof operatorRoutes)[K]

/** The request as a caller sends it. */
export type OperatorRouteRequest<K extends OperatorRouteKey> = RequestInput<Definition<K>>
/** The request as a handler receives it: parsed, with defaults applied. */
export type OperatorRouteParts<K extends OperatorRouteKey> = RequestParts<Definition<K>>
export type OperatorRouteResponse<K extends OperatorRouteKey> = ResponseOutput<Definition<K>>
