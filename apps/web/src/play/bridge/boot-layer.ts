import { BOOT, type BootRequest, type StorageRequest } from '@playhub/contract/boot-messages'
import { readPlain } from '@playhub/contract/bridge'
import { maxGameErrorLength } from '@playhub/contract/plays/limits'
import { maxSavesBytes } from '@playhub/contract/saves/limits'
import * as z from 'zod/mini'
import { type Frame, type FrameMessage, toTarget } from './frame-messages.ts'

const Count = z.number().check(z.minimum(0), z.maximum(1e12))
const Report = z.discriminatedUnion('event', [
  z.object({ event: z.literal('started') }),
  z.object({ event: z.literal('loaded'), bytes: Count, files: Count }),
  z.object({ event: z.literal('pong') }),
  z.object({ event: z.literal('error'), message: z.string(), count: Count }),
  z.object({ event: z.literal('storage'), value: z.string(), version: z.int().check(z.nonnegative()) }),
  z.object({ event: z.literal('sound'), running: Count }),
  z.object({ event: z.literal('frames'), median: Count, worst: Count }),
])

/** What the boot script tells: a `BootMessage` without its envelope. */
export type BootReport = z.infer<typeof Report>

type Command =
  | { event: 'ping' }
  | { event: 'mute'; isMuted: boolean }
  | ({ event: 'storage' } & StorageRequest)

const maxMessageBytes = 4 * 1024

interface BootLayerOptions {
  playId: string
  onReport(report: BootReport): void
}

/** Messages of the boot script, which the hub puts into a hosted game's pages. Only those of this play are read. */
export function createBootLayer(frame: Frame, { playId, onReport }: BootLayerOptions) {
  let origin: string | null = null
  let isMuted = false

  function send(command: Command): void {
    if (command.event === 'mute') isMuted = command.isMuted
    const request: BootRequest = { type: BOOT, ...command }
    if (origin !== null) frame.contentWindow?.postMessage(request, toTarget(origin))
  }

  return {
    send,
    /** @returns null unless it is a message of this play's boot script. */
    receive(message: FrameMessage): BootReport | null {
      const report = readReport(message.data, playId)
      if (!report) return null
      origin = message.origin
      // A new document knows nothing of the button that was pressed before.
      if (report.event === 'started' && isMuted) send({ event: 'mute', isMuted })
      onReport(report)
      return report
    },
  }
}

/** The items of a game's storage are one long text. */
const findLimit = (data: object) =>
  'event' in data && data.event === 'storage' ? maxSavesBytes + maxMessageBytes : maxMessageBytes

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
