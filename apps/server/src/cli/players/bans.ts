import { banPlayer, readPlayer, unbanPlayer } from '../../accounts/operator/players.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { type CommandContext, toOperation } from '../command-context.ts'
import { instant } from '../format.ts'
import { onPlayer } from './on-player.ts'

type Duration = { for?: string; until?: string }

export async function ban(
  context: CommandContext,
  [player = '']: string[],
  duration: Duration,
): Promise<number> {
  const until = readEnd(context, duration)
  if (until === undefined) return 1
  return onPlayer(context, player, async (deps, id) => {
    await banPlayer(deps, id, { ...toOperation(context), until })
    context.setJson(await readPlayer(deps, id))
    const end = until === null ? '' : ` until ${instant(until)}`
    context.print(
      `Player ${id} is banned${end} and logged out everywhere. Game tokens expire within 15 minutes.`,
    )
  })
}

export function unban(context: CommandContext, [player = '']: string[]): Promise<number> {
  return onPlayer(context, player, async (deps, id) => {
    await unbanPlayer(deps, id, toOperation(context))
    context.print(`Player ${id} may log in again.`)
  })
}

const units: Record<string, number> = { h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS }

/** @returns  null for a ban without end; undefined, with a line about it, when there is no such end */
function readEnd(
  { clock, print }: CommandContext,
  { for: length, until }: Duration,
): number | null | undefined {
  if (length === undefined && until === undefined) return null
  if (length !== undefined && until !== undefined) {
    print('Give either --for or --until.')
    return undefined
  }
  const end = length === undefined ? Date.parse(until ?? '') : clock.now() + parseDuration(length)
  if (Number.isNaN(end) || (until !== undefined && !isInstant.test(until))) {
    print('Write --for as 12h, 30d or 2w, and --until as 2026-12-31 or 2026-12-31T18:00Z, in UTC.')
    return undefined
  }
  if (end > clock.now()) return end
  print('The end of the ban lies in the past.')
  return undefined
}

const isInstant = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/

function parseDuration(text: string): number {
  const [, many, unit] = /^(\d{1,4})([hdw])$/.exec(text) ?? []
  return Number(many) * (units[unit ?? ''] ?? Number.NaN)
}
