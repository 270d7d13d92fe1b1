import type { BootEvent } from '@playhub/contract/boot-messages'
import { throttle } from './triggers.ts'

const INTERVAL_MS = 500

/** Reports how much has been loaded. Files count with their size in transfer, also when they came from the cache. */
export function reportLoading(report: (event: BootEvent) => void): void {
  let bytes = 0
  let files = 0
  const send = throttle(INTERVAL_MS, () => report({ event: 'loaded', bytes, files }))
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      bytes += entry.encodedBodySize || entry.transferSize || entry.decodedBodySize
      files += 1
    }
    send()
  }).observe({ type: 'resource', buffered: true })
}
