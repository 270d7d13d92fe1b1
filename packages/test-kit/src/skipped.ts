import { test } from 'vitest'

/**
 * Takes the place of vitest's `test`, or of one with fixtures, and skips each test. The run prints the reason at its end.
 *
 * ```ts
 * const test = isInstalled('openssl') ? base : skipped<typeof base>('openssl is not installed')
 * ```
 */
export function skipped<Test>(reason: string): Test {
  const skip = (name: string) => test(name, (context) => context.skip(reason))
  return Object.assign(skip, { for: () => skip, each: () => skip }) as Test
}
