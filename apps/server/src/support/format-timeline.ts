import type { TimelineEntry } from './deps.ts'

/** "2030-01-01 00:00:00 UTC  Paid: $0.99", without characters that could steer a terminal. */
export function formatTimeline(timeline: TimelineEntry[]): string {
  const format = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  return timeline.map(({ at, says }) => `${format(at)}  ${says.replace(/\p{C}/gu, ' ')}`).join('\n')
}
