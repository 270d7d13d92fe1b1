import * as z from 'zod'
import type { StartData } from '../bridge-protocol.ts'
import { gameEventName, maxEventValue, maxGameEvents } from '../insights/limits.ts'
import { GuestVisit } from '../insights/visit.ts'
import { gameCapabilities, maxGameErrorLength } from './limits.ts'

export * from './limits.ts'

const PlayId = z.string().min(1).max(200)

const Player = z.object({
  id: z.string().nullable(),
  name: z.string().describe('Empty for a guest: the page knows the word in its language'),
  isGuest: z.boolean(),
})

/** `StartData` in `bridge-protocol.ts`. */
const StartDataShape = z.object({
  v: z.literal(1),
  playId: PlayId,
  project: z.object({ id: z.string(), name: z.string() }),
  player: Player,
  language: z.string(),
  capabilities: z.array(z.enum(gameCapabilities)),
  launchParams: z.record(z.string(), z.string()).describe('Empty: they are in the URL of the page'),
  serverTime: z.int().describe('Milliseconds since the Unix epoch'),
  saves: z
    .record(z.string(), z.object({ value: z.string(), version: z.int(), savedAt: z.int() }))
    .describe('By key; empty for a guest'),
  serverKeys: z.array(z.string()).describe("Keys that only the game's server writes"),
  isStorageSaved: z
    .boolean()
    .describe('The saves `storage` and `storage:databases` replace `localStorage` and IndexedDB'),
}) satisfies z.ZodType<StartData>

export const StartedPlay = z
  .object({
    playId: PlayId.describe('One opening of a game, encrypted by the hub'),
    frameUrl: z.string(),
    isHosted: z.boolean().describe('True when the hub serves the game itself'),
    isOpaque: z
      .boolean()
      .describe('True when all hosted games share one origin, so that the frame must not have it'),
    buildNumber: z.int().nullable().describe('Null for a game at an address of its own'),
    startBytes: z
      .int()
      .nullable()
      .describe('How much the build usually loads until it starts; null if unknown'),
    startData: StartDataShape,
    counting: z
      .object({
        day: z.string().describe('The business day, such as `2026-12-31`'),
        events: z.array(z.string()).describe('Names of `track` that are counted'),
      })
      .nullable()
      .describe('Null when nothing is counted of this play'),
  })
  .meta({ id: 'StartedPlay' })
export type StartedPlay = z.infer<typeof StartedPlay>

export const PlayReport = z.object({
  playId: PlayId,
  activeSeconds: z.number().int().min(0).max(86_400).describe('While the page was visible'),
  startBytes: z
    .number()
    .int()
    .min(1)
    .max(10_000_000_000)
    .optional()
    .describe('Loaded until the game was ready'),
  errors: z
    .array(
      z.object({
        message: z.string().min(1).max(maxGameErrorLength),
        count: z.number().int().min(1).max(1_000_000),
      }),
    )
    .max(20)
    .optional()
    .describe('Uncaught errors since the last report'),
  visit: GuestVisit.optional().describe('Missing when nothing is counted of this play'),
  part: z.int().min(0).max(1_000_000).optional().describe('Counts the reports of a play, from 1'),
  loadMs: z.int().min(1).max(600_000).optional().describe('From the start until the game was shown'),
  hasCrashed: z.boolean().optional().describe('The game hung, left its page or did not start'),
  shopOpens: z.int().min(0).max(1000).optional().describe('So far'),
  events: z
    .array(
      z.object({
        name: z.string().regex(gameEventName),
        count: z.int().min(1).max(1_000_000),
        sum: z
          .number()
          .min(-maxEventValue * 1000)
          .max(maxEventValue * 1000),
      }),
    )
    .max(maxGameEvents + 3)
    .optional()
    .describe('Events of the game since the last report'),
})
export type PlayReport = z.infer<typeof PlayReport>
