import type { Faults } from './faults.ts'

/** What every part of the sandbox is told about where it stands. */
export interface Place {
  /** The sandbox's own address; known once the port is open, so read it late. */
  readonly url: string
  /** The hub that provider webhooks are sent to. */
  readonly hubUrl: string
  readonly faults: Faults
  /** How many times faster than for people everything happens that takes the outside world a while. */
  readonly pace: number
  now(): number
  /** Says that something worth keeping across a restart has changed. */
  changed(): void
}

/** A part whose state survives a restart. What it saves must pass through JSON. */
export interface Keeper {
  readonly name: string
  save(): unknown
  load(saved: unknown): void
}
