import * as z from 'zod'
import type { StartData } from '../bridge-protocol.ts'
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
})
export type PlayReport = z.infer<typeof PlayReport>
