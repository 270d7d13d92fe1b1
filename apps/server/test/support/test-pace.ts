import { defaultTimeouts, type ProviderTimeouts } from '../../src/payments/providers/settings.ts'

/** Milliseconds, where the sandbox otherwise takes seconds for people to watch. */
export const sandboxPace = 20

/** Production timeouts, since the machine may be busy, but retries without a pause. */
export const testTimeouts: ProviderTimeouts = { ...defaultTimeouts, retryDelayMs: 1 }
