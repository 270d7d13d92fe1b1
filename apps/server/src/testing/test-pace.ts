import { defaultTimeouts, type ProviderTimeouts } from '../payments/providers/config.ts'

/** The outside world takes milliseconds where for people it takes seconds. */
export const sandboxPace = 20

/** An answer has as long as it has for a real hub, since this machine may be busy; a call is tried again at once. */
export const testTimeouts: ProviderTimeouts = { ...defaultTimeouts, retryDelayMs: 1 }
