import { type Patience, usualPatience } from '../payments/config.ts'

/** The outside world takes milliseconds where for people it takes seconds. */
export const sandboxPace = 20

/** An answer has as long as it has for a real hub, since this machine may be busy; a call is tried again at once. */
export const testPatience: Patience = { ...usualPatience, pauseMs: 1 }
