import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const slow = { testTimeout: 60_000, hookTimeout: 60_000 }
const browserTests = ['**/*.browser.test.ts', '**/*.browser.test.tsx']
const skipped = ['**/node_modules/**', '**/dist/**']

const withoutDatabase = ['apps/server/src/site/**', 'apps/server/src/payments/providers/**']
const cores = availableParallelism()
/** After all others: a browser, a hub and its world fill more than a core by themselves. */
const inBrowser = { exclude: skipped, sequence: { groupOrder: 1 }, maxWorkers: cores }

/** Server tests run twice, once on each database; then what needs a browser, up to whole journeys. */
export default defineConfig({
  test: {
    // Many of these wait for a timer or the disk, so one more than there are cores.
    maxWorkers: cores + 1,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'games/**/*.test.ts',
            'apps/web/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
          exclude: [...skipped, ...browserTests],
          ...slow,
        },
      },
      ...['sqlite', 'postgres'].map((dialect) => ({
        test: {
          name: `server on ${dialect}`,
          include: ['apps/server/**/*.test.ts'],
          // Pages and the providers' clients need no database.
          exclude: [...skipped, ...browserTests, ...(dialect === 'postgres' ? withoutDatabase : [])],
          env: { TEST_DIALECT: dialect },
          setupFiles: ['apps/server/src/testing/end-of-file.ts'],
          ...slow,
        },
      })),
      {
        test: {
          name: 'browser',
          include: [
            'packages/**/*.browser.test.ts',
            'games/**/*.browser.test.ts',
            'apps/**/*.browser.test.ts',
          ],
          ...inBrowser,
          ...slow,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          ...inBrowser,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
