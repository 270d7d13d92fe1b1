import type { BootEvent } from '@playhub/contract/boot-messages'
import { throttle } from './triggers.ts'

const INTERVAL_MS = 500
const MAX_HOSTS = 50

/** Reports how much has been loaded, and from which hosts outside the build. Files count with their size in transfer, also when they came from the cache. */
export function reportLoading(report: (event: BootEvent) => void): void {
  let bytes = 0
  let files = 0
  const hosts = new Set<string>()
  const send = throttle(INTERVAL_MS, () => report({ event: 'loaded', bytes, files, hosts: [...hosts] }))
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      bytes += entry.encodedBodySize || entry.transferSize || entry.decodedBodySize
      files += 1
      const { host } = new URL(entry.name)
      if (host && host !== location.host && hosts.size < MAX_HOSTS) hosts.add(host)
    }
    send()
  }).observe({ type: 'resource', buffered: true })
}
