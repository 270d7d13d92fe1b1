import * as z from 'zod'
import { Build, BuildLabel, type KeyScope, ListedFile } from '../builds/build-shapes.ts'
import { InsightDay, RetentionRow } from '../insights/shapes.ts'
import {
  Achievement,
  AchievementId,
  AchievementProgress,
  Progress,
  ServerScore,
  SubmittedScore,
} from '../leaderboards/shapes.ts'
import { ServerOffer } from '../offers/shapes.ts'
import {
  orderingRefusals,
  type RequestInput,
  type RequestParts,
  type ResponseOutput,
  type Route,
} from '../routes.ts'
import { Save, SaveKey, SaveValue, SaveVersion, StoredSave } from '../saves/saves.ts'
import { AmountMinor, Id, Order, Purchase, result } from '../shapes.ts'
import {
  KnownPlayer,
  Metadata,
  ServerPayment,
  ServerPurchase,
  ServerRefund,
  TestWebhook,
  Webhook,
} from './shapes.ts'

const route = <const R extends Omit<Route, 'access'>>(definition: R) => ({
  ...definition,
  access: 'project' as const,
  scope: 'server' as KeyScope,
})

const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** Needs a key with the scope `builds`. */
const buildRoute = <const R extends Omit<Route, 'access'>>(definition: R) => ({
  ...definition,
  access: 'project' as const,
  scope: 'builds' as KeyScope,
})

const maxListedFiles = 20_000

const ById = z.object({ id: Id })
const limit = z.coerce.number().int().min(1).max(100).default(50)

/** The calls under `/api/server/v1` for game servers. A project key gives access only to its project's data. */
export const serverRoutes = {
  'POST /payments': route({
    summary: 'Orders an item for a player, who pays at the returned address',
    body: z
      .object({
        playerId: Id.optional(),
        session: z
          .string()
          .min(1)
          .max(128)
          .optional()
          .describe('A hub session that the player has logged in with; replaces `playerId`'),
        itemId: z.string().min(1).max(128),
        metadata: Metadata.optional(),
      })
      .refine(({ playerId, session }) => (playerId === undefined) !== (session === undefined), {
        path: ['playerId'],
        error: 'Give either playerId or session',
      }),
    response: Order,
    refusals: [
      ...orderingRefusals,
      'PLAYER_NOT_FOUND',
      'ACCOUNT_BANNED',
      'SESSION_NOT_FOUND',
      'SESSION_NOT_SIGNED_IN',
    ],
  }),
  'GET /payments/{id}': route({
    summary: 'The state of an order; queries the provider while it is being paid',
    params: ById,
    response: ServerPayment,
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  'POST /payments/{id}/refunds': route({
    summary: 'Refunds an amount, or everything that is left',
    params: ById,
    body: z.object({
      amountMinor: AmountMinor.min(1)
        .optional()
        .describe('Kopecks or cents; everything that is left when absent'),
      reason: z
        .string()
        .trim()
        .min(1)
        .max(250)
        .regex(/^\P{Cc}*$/u),
    }),
    response: ServerRefund,
    refusals: [
      'PAYMENT_NOT_FOUND',
      'PAYMENT_NOT_PAID',
      'PAYMENT_DISPUTED',
      'REFUND_EXCEEDS_PAID',
      'REFUND_TOO_SMALL',
    ],
  }),
  'GET /purchases': route({
    summary: 'Purchases of the project, oldest first',
    query: z.object({
      playerId: Id.optional(),
      state: Purchase.shape.state.optional(),
      after: Id.optional().describe('Keyset pagination: purchases newer than this one'),
      limit,
    }),
    response: result(z.array(ServerPurchase)),
    refusals: [],
  }),
  'POST /purchases/{id}/consume': route({
    summary: 'Marks a purchase as used in the game; idempotent',
    params: ById,
    response: ServerPurchase.extend({
      alreadyConsumed: z.boolean().describe('True when an earlier call consumed it'),
    }),
    refusals: ['PURCHASE_NOT_FOUND', 'PURCHASE_FROZEN', 'PURCHASE_REVOKED'],
  }),
  'GET /players/{id}': route({
    summary: 'A player who has bought in the game, played it or opened the hub from it',
    params: ById,
    response: KnownPlayer,
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'GET /saves': route({
    summary: "A player's saves in the game, by key",
    query: z.object({ playerId: Id, key: SaveKey.optional() }),
    response: result(z.array(Save)),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'PUT /saves': route({
    summary: 'Writes a save of a player, also of a key that the game only reads',
    body: z.object({
      playerId: Id,
      key: SaveKey,
      value: SaveValue,
      ifVersion: SaveVersion.optional().describe(
        'The version that is overwritten; 0: the save must not exist; whatever it is when absent',
      ),
    }),
    response: StoredSave,
    refusals: ['PLAYER_NOT_FOUND', 'ACCOUNT_BANNED', 'SAVE_CONFLICT', 'SAVE_TOO_LARGE', 'SAVES_FULL'],
  }),
  'DELETE /saves': route({
    summary: 'Removes a save of a player; idempotent',
    query: z.object({
      playerId: Id,
      key: SaveKey,
      ifVersion: z.coerce
        .number()
        .pipe(SaveVersion.min(1))
        .optional()
        .describe('The version that is removed; whatever it is when absent'),
    }),
    response: result(z.literal(true)),
    refusals: ['PLAYER_NOT_FOUND', 'ACCOUNT_BANNED', 'SAVE_CONFLICT'],
  }),
  'GET /offers': route({
    summary: 'Offers of the project with their uses: running, scheduled, then ended ones',
    response: result(z.array(ServerOffer)),
    refusals: [],
  }),
  'GET /insights': route({
    summary: 'Views, plays, players, sales and retention of the project by business day',
    query: z.object({
      from: Day.optional().describe('Default: 29 days before the last day'),
      to: Day.optional().describe('Default: today'),
    }),
    response: result(z.object({ days: z.array(InsightDay), retention: z.array(RetentionRow) })),
    refusals: [],
  }),
  'POST /codes': route({
    summary: 'Makes codes of an offer with the kind `code`, which are shown once',
    body: z.object({ offerId: z.string().min(1).max(64), count: z.int().min(1).max(1000) }),
    status: 201,
    response: z.object({
      batchId: Id.describe('By which staff can take the codes back'),
      codes: z.array(z.string()).describe('Empty when a repeated call has the same idempotency key'),
    }),
    shownOnce: 'codes',
    refusals: ['OFFER_NOT_FOUND', 'OFFER_WITHOUT_CODES', 'CODES_TOO_MANY'],
  }),
  'GET /webhooks': route({
    summary: 'Dead or waiting webhooks, newest first',
    query: z.object({
      state: z.enum(['dead', 'waiting']).default('dead'),
      before: Id.optional().describe('Keyset pagination: webhooks older than this one'),
      limit,
    }),
    response: result(z.array(Webhook)),
    refusals: [],
  }),
  'POST /webhooks/test': route({
    summary: 'Sends a signed `ping` to the game server at once, without retries, and returns its response',
    response: TestWebhook,
    refusals: ['WEBHOOKS_NOT_SET_UP'],
  }),
  'POST /webhooks/{id}/resend': route({
    summary: 'Schedules a webhook again with the same id and all its retries',
    params: ById,
    response: Webhook,
    refusals: ['WEBHOOK_NOT_FOUND'],
  }),

  'POST /scores': route({
    summary: 'Submits one score, or up to 100 that are all taken or all refused',
    body: ServerScore.partial()
      .extend({ scores: z.array(ServerScore).min(1).max(100).optional() })
      .refine(({ scores, ...single }) => (scores === undefined) === ServerScore.safeParse(single).success, {
        path: ['scores'],
        error: 'Give either playerId, board and score, or scores',
      }),
    response: result(z.array(SubmittedScore.extend({ playerId: Id, board: z.string() }))),
    refusals: ['PLAYER_NOT_FOUND', 'BOARD_NOT_FOUND', 'SCORE_NOT_ALLOWED', 'ACCOUNT_BANNED'],
  }),
  'GET /achievements': route({
    summary: 'The achievements of the game with the progress of a player',
    query: z.object({ playerId: Id }),
    response: result(z.array(Achievement)),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'POST /achievements': route({
    summary: 'Unlocks an achievement for a player, or counts progress up to a number of its steps',
    body: z.object({
      playerId: Id,
      achievement: AchievementId,
      progress: Progress.optional().describe('Default: all steps'),
    }),
    response: result(AchievementProgress),
    refusals: ['PLAYER_NOT_FOUND', 'ACHIEVEMENT_NOT_FOUND', 'ACCOUNT_BANNED'],
  }),

  'POST /builds': buildRoute({
    summary:
      'Begins an upload file by file; send the contents that are missing with `PUT /builds/{id}/files/{sha256}`',
    body: z.object({
      label: BuildLabel.optional(),
      files: z.array(ListedFile).min(1).max(maxListedFiles),
    }),
    status: 201,
    response: Build.extend({
      missing: z.array(z.string()).describe('SHA-256 of the contents that the project does not have'),
    }),
    refusals: ['GAMES_NOT_HOSTED', 'BUILD_REFUSED'],
  }),
  'POST /builds/{id}/finish': buildRoute({
    summary: 'Publishes an upload whose files have all arrived, and gives it to players unless told not to',
    params: ById,
    body: z.object({ activate: z.boolean().default(true) }),
    response: Build,
    refusals: ['BUILD_NOT_FOUND', 'BUILD_INCOMPLETE', 'GAMES_NOT_HOSTED'],
  }),
  'GET /builds': buildRoute({
    summary: 'Builds of the project, newest first',
    response: result(z.array(Build)),
    refusals: [],
  }),
  'GET /builds/{id}': buildRoute({
    summary: 'A build',
    params: ById,
    response: Build,
    refusals: ['BUILD_NOT_FOUND'],
  }),
  'POST /builds/{id}/activate': buildRoute({
    summary: 'Gives players this build, at once; also to return to an older one',
    params: ById,
    response: Build,
    refusals: ['BUILD_NOT_FOUND', 'BUILD_NOT_READY'],
  }),
  'POST /builds/rollback': buildRoute({
    summary: 'Gives players the build that they had before, at once; a second call returns to the newer one',
    response: Build,
    refusals: ['BUILD_NO_PREVIOUS'],
  }),
  'DELETE /builds/{id}': buildRoute({
    summary: 'Deletes a build that players do not get',
    params: ById,
    response: result(z.literal(true)),
    refusals: ['BUILD_NOT_FOUND', 'BUILD_IS_CURRENT'],
  }),
} as const

export type ServerRouteKey = keyof typeof serverRoutes
type Definition<K extends ServerRouteKey> = (typeof serverRoutes)[K]

/** The request as a caller sends it. */
export type ServerRouteRequest<K extends ServerRouteKey> = RequestInput<Definition<K>>
/** The request as a handler receives it: parsed, with defaults applied. */
export type ServerRouteParts<K extends ServerRouteKey> = RequestParts<Definition<K>>
export type ServerRouteResponse<K extends ServerRouteKey> = ResponseOutput<Definition<K>>
