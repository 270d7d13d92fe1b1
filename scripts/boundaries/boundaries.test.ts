import { expect, test } from 'vitest'
import { findViolations } from './checks.ts'
import { readSource } from './source.ts'

const listViolations = (files: Record<string, string>) =>
  findViolations(Object.entries(files).map(([path, text]) => readSource(path, text))).join('\n')

const forbiddenImports: [path: string, text: string, rule: string][] = [
  [
    'apps/server/src/payments/a.ts',
    "import { testHub } from '../../test/support/test-hub.ts'",
    'the product imports no test support',
  ],
  [
    'apps/web/src/app/a.ts',
    "import { freePorts } from '@playhub/test-kit/free-ports'",
    'the product imports no test support',
  ],
  [
    'apps/server/src/platform/jobs.ts',
    "import { x } from '../payments/index.ts'",
    'the platform imports no capability',
  ],
  [
    'apps/server/src/payments/a.ts',
    "import { x } from '../accounts/store.ts'",
    'capabilities import each other through index.ts',
  ],
  [
    'apps/server/src/operators/a.ts',
    "import { x } from '../accounts/index.ts'",
    'operators imports no other capability',
  ],
  [
    'apps/server/src/payments/a.ts',
    "import type { X } from '../context.ts'",
    'a capability does not import the app',
  ],
  [
    'apps/server/src/payments/records/a.ts',
    "export { x } from '../refunds/refunds.ts'",
    'payment records import no flow',
  ],
  [
    'apps/web/src/app/a.ts',
    "import { x } from '../../../server/src/app.ts'",
    'the web does not import the server',
  ],
  ['apps/web/src/ui/a.tsx', "import { x } from '../accounts/b.ts'", 'ui imports no capability'],
  [
    'apps/web/src/lib/a.ts',
    "const x = () => import('../ui/b.ts')",
    'lib imports neither ui nor a capability',
  ],
  [
    'packages/ui/src/a.tsx',
    "import { x } from '../../../apps/web/src/lib/b.ts'",
    'ui imports only the contract',
  ],
  [
    'apps/web/src/app/a.ts',
    "import { x } from '../../../console/src/b.ts'",
    'the web does not import the console',
  ],
  [
    'apps/console/src/a.tsx',
    "import { x } from '../../web/src/ui/b.tsx'",
    'the console imports neither web nor server',
  ],
  ['packages/sandbox/src/a.ts', "import { x } from '@playhub/contract'", 'the sandbox imports nothing'],
  ['games/islandm3/a.ts', "import { x } from '@playhub/contract/bridge'", 'games import only the SDK'],
]

test.each(forbiddenImports)('%s with %s breaks a rule', (path, text, rule) => {
  expect(listViolations({ [path]: text })).toContain(rule)
})

test('a capability may import the index.ts of another', () => {
  expect(
    listViolations({ 'apps/server/src/payments/a.ts': "import { x } from '../accounts/index.ts'" }),
  ).toBe('')
})

test('an import cycle is found, of types too', () => {
  const files = {
    'apps/web/src/ui/a.ts': "import type { B } from './b.ts'",
    'apps/web/src/ui/b.ts': "import { c } from './c.ts'",
    'apps/web/src/ui/c.ts': "export { a } from './a.ts'",
  }
  expect(listViolations(files)).toContain('An import cycle')
})

test('units that import each other are found at any depth, folders and files', () => {
  const files = {
    'apps/web/src/payments/form/a.ts': "import { b } from '../history/deep/b.ts'",
    'apps/web/src/payments/history/c.ts': "import { d } from '../form/d.ts'",
  }
  expect(listViolations(files)).toContain('An import cycle in apps/web/src/payments: form, history')
  const beside = {
    'apps/web/src/payments/deps.ts': "import { a } from './form/a.ts'",
    'apps/web/src/payments/form/a.ts': "import { b } from '../history/b.ts'",
    'apps/web/src/payments/history/b.ts': "import { c } from './c.ts'",
    'apps/web/src/payments/history/d.ts': "import { deps } from '../deps.ts'",
  }
  expect(listViolations(beside)).toContain('An import cycle in apps/web/src/payments: deps.ts, form, history')
})

test('a folder with too many files is found', () => {
  const files = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`bench/src/f${index}.ts`, '']))
  expect(listViolations(files)).toContain('bench/src holds 21 files')
})

test.each([
  'const amountMinor = (item.price.RUB * (100 - offer.percent)) / 100',
  'amountMinor -= price.amountMinor',
  'const half = Math.round(price[currency] / 2)',
])('only the quote computes a price: %s', (text) => {
  const rule = 'only catalogue/offers prices an item'
  expect(listViolations({ 'apps/server/src/payments/a.ts': text })).toContain(rule)
  expect(listViolations({ 'apps/server/src/catalogue/offers/quote.ts': text })).toBe('')
})

test.each([
  ['bench/src/a.ts', 'const sentNotices = 1', 'webhooks'],
  ['bench/src/a.ts', 'const statusWords = {}', 'labels'],
  ['bench/src/a.ts', 'type Row = { toldAt: number }', 'reported'],
  ['bench/src/trouble-page.ts', '', 'error'],
  ['bench/src/a.ts', 'const priceOf = 1', 'a verb'],
  ['bench/src/desk/a.ts', '', 'tickets'],
  ['bench/src/a.ts', 'const hasSecondFactor = true', 'two-factor'],
  ['bench/src/a.ts', '/** Runs while a payment is under way. */', 'in progress'],
])('%s with %s has a name with a standard term', (path, text, term) => {
  expect(listViolations({ [path]: text })).toContain(term)
})

test('a word of prose is no name', () => {
  expect(listViolations({ 'bench/src/a.ts': "/** Nobody is told. */\nexport const text = 'a letter'" })).toBe(
    '',
  )
})
