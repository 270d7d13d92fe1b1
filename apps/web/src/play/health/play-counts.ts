import type { PlayReport } from '@playhub/contract'
import { createRateLimit } from '@playhub/contract/bridge-protocol'
import { maxEventsPerMinute, portalEvents } from '@playhub/contract/insights/limits'
import type { RunningPlay } from '../start/start-play.ts'

const maxShopOpens = 1_000
const maxLoadMs = 600_000

/** Counts in a play's reports, beside time and errors. */
export interface PlayCounts {
  /** @returns whether the game is shown for the first time */
  onShown(): boolean
  onCrash(): void
  /** The running game reads its price list. */
  onShop(): void
  /** The player buys. A game may have opened its shop without a call. */
  onCheckout(): void
  addEvent(name: string, value?: number): void
  /** The next report's part; it takes what is counted since the last one. */
  take(): Partial<PlayReport>
}

/** Null when nothing is counted. The counts go on when the game's frame is made again. */
export function createPlayCounts({ counting, visit, openedAt }: RunningPlay): PlayCounts | null {
  if (!counting || !visit) return null
  const names = new Set<string>([...portalEvents, ...counting.events])
  const refused = new Set<string>()
  const events = new Map<string, { count: number; sum: number }>()
  // Its window of a second is a minute here.
  const isWithinRate = createRateLimit(maxEventsPerMinute, () => performance.now() / 60)
  let part = 0
  let isShown = false
  let loadMs: number | undefined
  let hasCrashed = false
  let shopOpens = 0

  return {
    onShown() {
      if (isShown) return false
      isShown = true
      loadMs = Math.min(maxLoadMs, Math.max(1, Math.round(performance.now() - openedAt)))
      return true
    },
    onCrash() {
      hasCrashed = true
    },
    onShop() {
      shopOpens = Math.min(maxShopOpens, shopOpens + 1)
    },
    onCheckout() {
      shopOpens = Math.max(1, shopOpens)
    },
    addEvent(name, value = 0) {
      if (!names.has(name)) {
        if (!refused.has(name)) console.warn(`Playhub: the project declares no event "${name}".`)
        refused.add(name)
        return
      }
      if (!isWithinRate()) return
      const { count, sum } = events.get(name) ?? { count: 0, sum: 0 }
      events.set(name, { count: count + 1, sum: sum + value })
    },
    take() {
      const found = [...events].map(([name, counted]) => ({ name, ...counted }))
      events.clear()
      const report = {
        visit,
        part: ++part,
        ...(loadMs !== undefined && { loadMs }),
        ...(hasCrashed && { hasCrashed }),
        ...(shopOpens > 0 && { shopOpens }),
        ...(found.length > 0 && { events: found }),
      }
      loadMs = undefined
      return report
    },
  }
}
