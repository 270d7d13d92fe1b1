import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import FailureReporter from '@playhub/test-kit/reporters/failure-reporter'
import SkipReporter from '@playhub/test-kit/reporters/skip-reporter'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * `npm run test:long` runs `*.long.test.ts` files, more runs of the model-based tests, and journeys with more rounds,
 * languages and variants. `npm test` runs all other files, and a selection of these.
 */
const isLong = process.env.TEST_LONG === 'true'
const suffix = isLong ? 'long.test' : 'test'
const skipped = ['**/node_modules/**', '**/dist/**', ...(isLong ? [] : ['**/*.long.test.*'])]

/** The model-based tests of payments. Their rules are the same on both databases. */
const randomRuns = 'apps/server/**/random-runs.test.ts'
const randomRunCounts = isLong ? { sqlite: '300', postgres: '100' } : { sqlite: '30', postgres: '10' }

/** The long form allows the storage of third parties, too. */
const bridge = 'apps/web/test/play/bridge.browser.test.ts'
/** The long form inserts the scripts of all portals in every way. */
const compat = 'packages/game-sdk/src/compat/compat.browser.test.ts'
/** Journeys pay and log in on the sandbox's pages; the long form tests these pages in detail. */
const sandboxPages = 'packages/sandbox/**/*.browser.test.ts'

const postgresForTests = 'packages/test-kit/src/postgres/postgres-for-tests.ts'

/** Starts a hub for the documented samples. */
const generatedDocs = 'scripts/docs/**/*.test.ts'

/** Pages and the provider clients need no database. */
const withoutDatabase = [
  'apps/server/src/site/**',
  'apps/server/src/payments/providers/**',
  'apps/server/test/provider-contract/**',
]
/**
 * Files, and messages from providers and browsers, are the same on both databases, and so are the bugs for the
 * model-based tests to detect: the short form tests them on SQLite, the long one on both.
 */
const onSqliteAlone = [
  'apps/server/src/builds/storage/**/*.test.ts',
  'apps/server/src/game-files/listener.test.ts',
  'apps/server/src/game-server-api/{builds,publish-command}.test.ts',
  'apps/server/src/operator-api/frame/**/*.test.ts',
  'apps/server/test/security/accounts/two-factor.test.ts',
  'apps/server/test/security/authorization/matrix.test.ts',
  'apps/server/src/accounts/captcha/**/*.test.ts',
  'apps/server/src/accounts/social-login/providers/**/*.test.ts',
  'apps/server/src/accounts/social-login/flow/**/*.test.ts',
  'apps/server/src/builds/checks/**/*.test.ts',
  'apps/server/src/catalogue/{*,!(versions|operator|prices)/**/*}.test.ts',
  'apps/server/src/cli/{commands,common-options,printable,secrets,content/**/*}.test.ts',
  'apps/server/src/developers/trials.test.ts',
  'apps/server/src/platform/authentication/passwords/**/*.test.ts',
  'apps/server/src/platform/database/migrations/interrupted-migration.test.ts',
  'apps/server/test/security/fuzzing/fuzzing.test.ts',
  'apps/server/test/security/accounts/cases.test.ts',
  'apps/server/src/payments/provider-events/provider-failures.test.ts',
  'apps/server/test/property/broken-rules.test.ts',
  'apps/server/src/platform/observability/**/*.test.ts',
  'apps/server/src/platform/tracing/**/*.test.ts',
  'apps/server/src/i18n/**/*.test.ts',
  'apps/server/test/security/faults/service-faults.test.ts',
]
const onPostgresAlone = [
  'apps/server/src/cli/hub-data/import-sqlite.test.ts',
  'apps/server/src/payments/game-webhooks/database-outage.test.ts',
  'apps/server/src/platform/database/migrations/migration-locks.test.ts',
  'apps/server/src/platform/database/migrations/rolling-upgrade.test.ts',
  'apps/server/src/platform/database/outages.test.ts',
  'apps/server/src/platform/database/pgbouncer.test.ts',
  'apps/server/src/platform/database/pool-metrics.test.ts',
]
/** Proves PGlite can replace a PostgreSQL server, even on machines with one. */
const onPglite = ['apps/server/test/support/test-database.test.ts']
const browserTests = ['**/*.browser.test.ts', '**/*.browser.test.tsx']

// Tests start many hubs: without compiling their modules, one takes a quarter less CPU time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.cache/compile', import.meta.url))

const cores = availableParallelism()
const shared = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  // Files of a worker share its modules: loading them again for each file takes nearly as long as its tests.
  isolate: false,
  execArgv: [
    // Hubs and their clients leave much garbage: room for it saves a tenth of the server tests' CPU time.
    '--min-semi-space-size=32',
    '--max-semi-space-size=64',
    // As the hub sets it. See decision 159.
    '--wasm-wrapper-tiering-budget=1000000000',
  ],
}
const inBrowser = {
  ...shared,
  // Most take a twentieth of it. A file's first test also starts its hub: up to 100 s beside `stress-ng --cpu 4`.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // Equals `launchChromium`'s limit for Playwright's waits.
  expect: { poll: { timeout: 60_000 } },
  exclude: skipped,
  // A browser, a hub and a sandbox use more than a core: with yet another worker, each test takes twice as long.
  maxWorkers: cores + 1,
  // Runs after all others.
  sequence: { groupOrder: 1 },
  // Listed as flaky at the end. `npm test -- --retry=0` goes without.
  retry: 1,
}

/** Files far slower than their size suggests. */
const slowFiles = ['screens/screens', 'journeys/payments/attempts', 'journeys/operation/startup'].map(
  (name) => `/e2e/src/${name}.test.ts`,
)

/** Slowest first, so no core waits at the end for one file. By default, Vitest starts with the largest. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => slowFiles.some((name) => moduleId.endsWith(name))
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  test: {
    // Many tests wait for a timer, the disk or a page, hence two more than there are cores.
    maxWorkers: cores + 2,
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', new SkipReporter(), new FailureReporter()],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            `packages/**/*.${suffix}.ts`,
            `games/**/*.${suffix}.ts`,
            `apps/{web,console}/**/*.${suffix}.{ts,tsx}`,
            `{scripts,deploy}/**/*.${suffix}.ts`,
          ],
          exclude: [...skipped, ...browserTests, generatedDocs],
          ...shared,
        },
      },
      ...(['sqlite', 'postgres'] as const).map((dialect) => ({
        test: {
          name: `server on ${dialect}`,
          include: [
            `apps/server/**/*.${suffix}.ts`,
            ...(isLong ? [randomRuns, ...onSqliteAlone] : []),
            ...(dialect === 'sqlite' && !isLong ? [generatedDocs] : []),
          ],
          exclude: [
            ...skipped,
            ...browserTests,
            ...(dialect === 'postgres' ? withoutDatabase : onPostgresAlone),
            ...(dialect === 'postgres' && !isLong ? onSqliteAlone : []),
          ],
          env: { TEST_DIALECT: dialect, SOAK_RUNS: process.env.SOAK_RUNS ?? randomRunCounts[dialect] },
          setupFiles: ['apps/server/test/support/databases/end-databases.ts'],
          ...(dialect === 'postgres' && {
            globalSetup: [postgresForTests],
          }),
          ...shared,
        },
      })),
      {
        test: {
          name: 'server on pglite',
          include: onPglite,
          env: { TEST_DIALECT: 'postgres', TEST_DATABASE_URL: '' },
          setupFiles: ['apps/server/test/support/databases/end-databases.ts'],
          ...shared,
        },
      },
      {
        test: {
          name: 'browser',
          include: [
            ...['packages', 'games', 'apps'].map((folder) => `${folder}/**/*.browser.${suffix}.ts`),
            ...(isLong ? [bridge, compat, sandboxPages] : []),
          ],
          ...inBrowser,
          exclude: [...skipped, ...(isLong ? [] : [sandboxPages])],
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          // While one screen waits for its hub, another one is drawn.
          maxConcurrency: 3,
          ...inBrowser,
        },
      },
      ...(isLong
        ? [
            {
              test: {
                name: 'games without storage',
                include: ['e2e/src/journeys/{games,platform}/**/*.test.ts'],
                env: { FRAME_STORAGE: 'refused' },
                ...inBrowser,
              },
            },
            {
              test: {
                name: 'journeys on postgres',
                include: [
                  'e2e/src/journeys/console/{roles,day-tasks.long,content/*}.test.ts',
                  'e2e/src/journeys/operation/killed-codes.long.test.ts',
                ],
                env: { TEST_DIALECT: 'postgres' },
                globalSetup: [postgresForTests],
                ...inBrowser,
              },
            },
            {
              test: {
                name: 'older browsers',
                include: [
                  'e2e/src/journeys/games/{catalogue,game-page,running-game}.test.ts',
                  'e2e/src/journeys/payments/{main-journey,game-payments}.test.ts',
                  'e2e/src/journeys/accounts/{login,profile}.test.ts',
                  'e2e/src/journeys/platform/{portal-game,game-sdk}.test.ts',
                  'e2e/src/journeys/console/ten-tasks.test.ts',
                ],
                env: { BUILTINS: 'older' },
                ...inBrowser,
              },
            },
          ]
        : []),
    ],
  },
})
