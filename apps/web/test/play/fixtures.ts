import type { ThirdParties } from '@playhub/test-kit/third-parties'
import { test as base } from 'vitest'
import { openBridgePage } from './bridge-page.ts'
import { startEnvironment } from './test-environment.ts'

/** Vitest's `test` with one `environment` per file, and for each test a `bridge` in a new hub page. */
export function browserTest(thirdParties: ThirdParties = 'blocked') {
  return (
    base
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
      .extend('environment', { scope: 'file' }, async ({}, { onCleanup }) => {
        const environment = await startEnvironment(thirdParties)
        onCleanup(() => environment.close())
        return environment
      })
      .extend('bridge', async ({ environment }, { onCleanup }) => {
        const bridge = await openBridgePage(environment)
        onCleanup(() => bridge.close())
        return bridge
      })
  )
}
