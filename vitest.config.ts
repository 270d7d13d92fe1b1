import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const slow = { testTimeout: 60_000, hookTimeout: 60_000 }
/** Files share the modules of their worker: loading these anew for each would cost nearly as much as its tests. */
const together = { ...slow, isolate: false }
const browserTests = ['**/*.browser.test.ts', '**/*.browser.test.tsx']
const skipped = ['**/node_modules/**', '**/dist/**']

const withoutDatabase = ['apps/server/src/site/**', 'apps/server/src/payments/providers/**']
const cores = availableParallelism()
/** After all others: a browser, a hub and its world fill more than a core by themselves. */
const inBrowser = { exclude: skipped, sequence: { groupOrder: 1 }, maxWorkers: cores }

/** Files that take far longer than their size tells. */
const long = ['screens/screens', 'journeys/kill', 'journeys/startup'].map(
  (name) => `/e2e/src/${name}.test.ts`,
)

/** Longest first, so that no core waits at the end for one file; by itself Vitest starts with the largest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Server tests run twice, once on each database; then what needs a browser, up to whole journeys. */
export default defineConfig({
  test: {
    // Many of these wait for a timer or the disk, so one more than there are cores.
    maxWorkers: cores + 1,
    sequence: { sequencer: LongestFirst },
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
          ...together,
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
          ...together,
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
          // Screens: while one waits for its hub, another one is drawn.
          maxConcurrency: 3,
          ...inBrowser,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
