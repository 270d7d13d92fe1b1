import type { Faults } from './faults.ts'

/** What every part of the sandbox shares: addresses, clock and injected faults. */
export interface SandboxContext {
  /** The sandbox's own base URL. Known only once the port is open, so read it when it is needed. */
  readonly url: string
  /** Base URL of the hub, where provider webhooks are sent. */
  readonly hubUrl: string
  readonly faults: Faults
  /** Speed-up factor of simulated delays; 1 is real time. */
  readonly pace: number
  /** Unix milliseconds. */
  now(): number
  /** Schedules a save of the state file. */
  stateChanged(): void
}
