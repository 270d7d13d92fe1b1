import { BOOT, type BootRequest, type StorageRequest } from '@playhub/contract/boot-messages'
import { readPlain } from '@playhub/contract/bridge'
import { maxGameErrorLength } from '@playhub/contract/plays/limits'
import { type ItemSaveKey, isItemSave, itemSaveKeys, maxSavesBytes } from '@playhub/contract/saves/limits'
import * as z from 'zod/mini'
import { type Frame, type FrameMessage, toTarget } from './frame-messages.ts'

const Count = z.number().check(z.minimum(0), z.maximum(1e12))
const Version = z.int().check(z.nonnegative())
const Report = z.discriminatedUnion('event', [
  z.object({ event: z.literal('started') }),
  z.object({ event: z.literal('loaded'), bytes: Count, files: Count }),
  z.object({ event: z.literal('messages') }),
  z.object({ event: z.literal('pong') }),
  z.object({ event: z.literal('error'), message: z.string(), count: Count }),
  z.object({
    event: z.enum(itemSaveKeys),
    value: z.string(),
    version: Version,
    number: z.optional(Version),
    savedAt: z.optional(Version),
  }),
  z.object({ event: z.literal('unkept') }),
  z.object({ event: z.literal('sound'), running: Count }),
  z.object({ event: z.literal('frames'), median: Count, worst: Count }),
])

/** The boot script's report: a `BootMessage` without its envelope. */
export type BootReport = z.infer<typeof Report>
export type StorageReport = Extract<BootReport, { version: number }>

type Command =
  | { event: 'ping' }
  | { event: 'mute'; isMuted: boolean }
  | ({ event: ItemSaveKey } & StorageRequest)

const maxMessageBytes = 4 * 1024

interface BootLayerOptions {
  playId: string
  onReport(report: BootReport): void
}

/** Messages of the boot script, which the hub puts into a hosted game's pages. Only those of this play are read. */
export function createBootLayer(frame: Frame, { playId, onReport }: BootLayerOptions) {
  let origin: string | null = null
  let isMuted = false
  /** Other tabs' saves since the start data. */
  const missed = new Map<string, Command>()

  function send(command: Command): void {
    if (command.event === 'mute') isMuted = command.isMuted
    const request: BootRequest = { type: BOOT, ...command }
    if (origin !== null) frame.contentWindow?.postMessage(request, toTarget(origin))
    else if ('version' in command) missed.set(command.event, command)
  }

  return {
    send,
    /** @returns null unless it is a message of this play's boot script. */
    receive(message: FrameMessage): BootReport | null {
      const report = readReport(message.data, playId)
      if (!report) return null
      origin = message.origin
      // A new document knows nothing of an earlier press.
      if (report.event === 'started' && isMuted) send({ event: 'mute', isMuted })
      for (const command of missed.values()) send(command)
      missed.clear()
      onReport(report)
      return report
    },
  }
}

/** The items of a game's storage are one long text. */
const findLimit = (data: object) =>
  'event' in data && isItemSave(String(data.event)) ? maxSavesBytes + maxMessageBytes : maxMessageBytes

function readReport(data: unknown, playId: string): BootReport | null {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== BOOT) return null
  if (!('playId' in data) || data.playId !== playId) return null
  try {
    const report = Report.safeParse(readPlain(data, findLimit(data))).data
    if (report?.event !== 'error') return report ?? null
    return { ...report, message: report.message.slice(0, maxGameErrorLength) }
  } catch {
    return null
  }
}
