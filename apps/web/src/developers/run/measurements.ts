import type { Measured } from './checks.ts'
import { createRunLog, type LogEntry } from './run-log.ts'

export type Measurements = ReturnType<typeof createMeasurements>

/** A run's measurements and log. */
export function createMeasurements(
  initial: Pick<Measured, 'inspection'>,
  onChange: (measured: Measured, entries: readonly LogEntry[]) => void,
) {
  let measured: Measured = { ...initial, nowMs: 0, errors: [] }
  let entries: readonly LogEntry[] = []
  const log = createRunLog((next) => {
    entries = next
    publish()
  })

  function publish(): void {
    measured = { ...measured, nowMs: log.now() }
    onChange(measured, entries)
  }

  return {
    log,
    /** Tells how much time has passed. */
    publish,
    current: () => measured,
    measure(change: Partial<Measured>): void {
      measured = { ...measured, ...change }
      publish()
    },
  }
}
