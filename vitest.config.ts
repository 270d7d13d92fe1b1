import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const slow = { testTimeout: 60_000, hookTimeout: 60_000 }
const browserTests = ['**/*.browser.test.ts', '**/*.browser.test.tsx']
const skipped = ['**/node_modules/**', '**/dist/**']

/** Server tests run twice, once on each database; then whole journeys, and last what shares Vite's cache, one by one. */
export default defineConfig({
  test: {
    // By default half of a small machine would stand idle.
    maxWorkers: availableParallelism(),
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
          // Pages need no database.
          exclude: [
            ...skipped,
            ...browserTests,
            ...(dialect === 'postgres' ? ['apps/server/src/site/**'] : []),
          ],
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
          exclude: skipped,
          fileParallelism: false,
          ...slow,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          exclude: skipped,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
