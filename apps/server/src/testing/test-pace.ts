import { type Patience, usualPatience } from '../payments/config.ts'

/** Milliseconds, where the sandbox otherwise takes seconds for people to watch. */
export const sandboxPace = 20

/** Production timeouts, since the machine may be busy, but retries without a pause. */
export const testPatience: Patience = { ...usualPatience, pauseMs: 1 }
