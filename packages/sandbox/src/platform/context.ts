import type { Faults } from './faults.ts'
import type { Recorder } from './recording.ts'

/** A payment provider that registers fiscal receipts (54-FZ). */
export type FiscalShop = 'yookassa' | 'yandex-pay'

/** Shared sandbox context: URLs, clock and injected faults. */
export interface SandboxContext {
  /** The sandbox's own base URL. Known only once the port is open, so read it when it is needed. */
  readonly url: string
  /** True when the emulators use the providers' real URLs. */
  readonly hasOfficialHosts: boolean
  /** The hub's base URL, where provider webhooks are sent. */
  readonly hubUrl: string
  readonly faults: Faults
  readonly record: Recorder
  /** Speed-up factor for simulated delays; 1 is real time. */
  readonly pace: number
  readonly fiscalShops: ReadonlySet<FiscalShop>
  /** Unix milliseconds. */
  now(): number
  /** Schedules a save of the state file. */
  stateChanged(): void
}
