import { type CallSupport, listMembers } from '@playhub/contract/plays/portal-calls'
import { type PortalSdk, portalSdks } from '@playhub/contract/plays/portal-sdks'

/** `unknown`: the hub's replacement of the SDK has no such member. */
export type PortalUse = { name: string; count: number; support: CallSupport | 'unknown' }

/** A game's used calls of a portal's SDK: unsupported ones first. */
export type PortalUses = { sdk: PortalSdk; uses: readonly PortalUse[] }

/** Calls by which a game reads its save. */
const saveReads = ['player.getData', 'player.getStats', 'CrazyGames.SDK.data.getItem', 'bridge.storage.get']

/** True when a report has a call for reading the save. */
export const readsSave = ({ uses }: { uses?: unknown }): boolean =>
  Array.isArray(uses) && uses.filter(isUse).some(({ name }) => saveReads.includes(name))

const order = ['unknown', 'unavailable', 'supported']
const maxUses = 300

/** Adds the frame's report. Undefined unless it comes from the watching script. */
export function addUses(
  known: PortalUses | undefined,
  report: { sdk?: unknown; uses?: unknown },
): PortalUses | undefined {
  const sdk = portalSdks.find((each) => each === report.sdk)
  if (!sdk || !Array.isArray(report.uses)) return known
  const members = listMembers(sdk)
  const byName = new Map(known?.sdk === sdk ? known.uses.map((use) => [use.name, use]) : [])
  for (const { name, count, isMissing } of report.uses.filter(isUse).slice(0, maxUses))
    byName.set(name, { name, count, support: (!isMissing && members.get(name)) || 'unknown' })
  const uses = [...byName.values()].slice(0, maxUses)
  return { sdk, uses: [...uses].sort((a, b) => order.indexOf(a.support) - order.indexOf(b.support)) }
}

/** The names of what the hub supports in this way. */
export const listUses = ({ uses }: PortalUses, support: PortalUse['support']): string[] =>
  uses.filter((use) => use.support === support).map(({ name }) => name)

function isUse(data: unknown): data is { name: string; count: number; isMissing: boolean } {
  if (typeof data !== 'object' || data === null) return false
  const { name, count } = data as Record<string, unknown>
  return typeof name === 'string' && name.length <= 100 && Number.isSafeInteger(count)
}
