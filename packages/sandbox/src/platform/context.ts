import type { Faults } from './faults.ts'
import type { Recorder } from './recording.ts'

/** A payment provider with fiscal receipts (54-FZ). */
export type FiscalShop = 'yookassa' | 'yandex-pay'

/** Methods that the sandbox's YooKassa plays. */
export const yookassaMethods = [
  'bank_card',
  'yoo_money',
  'sbp',
  'sberbank',
  'tinkoff_bank',
  'mir_pay',
] as const
export type YooKassaMethod = (typeof yookassaMethods)[number]

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
  /** Methods of the YooKassa shop, in its form and in its account. */
  readonly yookassaMethods: readonly YooKassaMethod[]
  /** Unix milliseconds. */
  now(): number
  /** Schedules a save of the state file. */
  stateChanged(): void
}
