import { test } from 'vitest'
import type { SandboxOptions } from '../src/index.ts'
import { type Environment, startEnvironment } from './environment.ts'

/** Webhook secrets of the demo projects `islandm3` and `familytown`. */
export const demoSecret = 'whsec_CzP3uf90evsKIrCJRse7k54GYvG3rAp/ARleZwzyNXg='
export const otherSecret = 'whsec_ZTtkaJkC9oUZCSYjOCBAzXrMTWMdapYEqfBYA6O1aXQ='

/** `options` are those of the sandbox. A file can override them. */
const base = test.extend('options', { scope: 'file' }, (): Partial<SandboxOptions> => ({}))

/** Gives each test its own sandbox and stand-in hub. */
export const isolatedTest = base.extend('environment', async ({ options }, { onCleanup }) => {
  const environment: Environment = await startEnvironment(options)
  onCleanup(environment.close)
  return environment
})

/** Gives all tests of a file one sandbox and one stand-in hub. */
export const sharedTest = base.extend(
  'environment',
  { scope: 'file' },
  async ({ options }, { onCleanup }) => {
    const environment: Environment = await startEnvironment(options)
    onCleanup(environment.close)
    return environment
  },
)
