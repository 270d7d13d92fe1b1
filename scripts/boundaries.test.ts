import { expect, test } from 'vitest'
import { findViolations } from './boundaries.ts'

const wrongArrows: [string, string, string][] = [
  [
    'apps/server/src/platform/jobs.ts',
    "import { x } from '../payments/index.ts'",
    'the platform knows no capability',
  ],
  [
    'apps/server/src/payments/a.ts',
    "import { x } from '../accounts/store.ts'",
    'capabilities meet at index.ts',
  ],
  [
    'apps/server/src/payments/a.ts',
    "import { x } from '../context.ts'",
    'a capability does not know the app',
  ],
  ['apps/web/src/app/a.ts', "import { x } from '../../../server/src/app.ts'", 'the web knows no server'],
  [
    'apps/web/src/ui/a.tsx',
    "import { x } from '../accounts/b.ts'",
    "the web's lib and ui know no capability",
  ],
  [
    'packages/sandbox/src/a.ts',
    "import { x } from '@playhub/contract'",
    'the sandbox imports nothing of ours',
  ],
  ['games/islandm3/a.ts', "import { x } from '@playhub/contract/bridge'", 'games know the SDK alone'],
]

test.each(wrongArrows)('%s may not say %s', (file, text, says) => {
  expect(findViolations(new Map([[file, text]])).join()).toContain(says)
})

test('a capability may come in by the front door', () => {
  const files = new Map([['apps/server/src/payments/a.ts', "import { x } from '../accounts/index.ts'"]])
  expect(findViolations(files)).toEqual([])
})

test('a loop is found', () => {
  const files = new Map([
    ['apps/web/src/ui/a.ts', "import { b } from './b.ts'"],
    ['apps/web/src/ui/b.ts', "import { a } from './a.ts'"],
  ])
  expect(findViolations(files).join()).toContain('A loop')
})
