import type { SearchHit } from '@playhub/contract/operator'
import { expect, test } from 'vitest'
import { groupHits } from './hits.ts'

const hit = (kind: SearchHit['kind'], id: string): SearchHit => ({
  kind,
  id,
  title: id,
  subtitle: '',
  href: `/${id}`,
})

test('hits are grouped by kind, in a fixed order', () => {
  const groups = groupHits([hit('ticket', 't'), hit('order', 'a'), hit('player', 'p'), hit('order', 'b')])
  expect(groups.map(({ kind, hits }) => [kind, hits.map(({ id }) => id)])).toEqual([
    ['order', ['a', 'b']],
    ['player', ['p']],
    ['ticket', ['t']],
  ])
})
