import type { PriceItem } from '@playhub/contract'
import { call } from '../../lib/api/api.ts'
import type { Declared } from './undeclared.ts'

/** A project's declarations in its file. */
export async function loadDeclared(project: string): Promise<{ ids: Declared; items: PriceItem[] }> {
  const query = { project }
  const [items, boards, achievements] = await Promise.all([
    call('GET /control/get-prices', { query }),
    call('GET /play/leaderboards', { query }),
    call('GET /play/achievements', { query }),
  ])
  const listIds = ({ data }: { data: { result: { id: string }[] } }) => data.result.map(({ id }) => id)
  const ids = { items: listIds(items), boards: listIds(boards), achievements: listIds(achievements) }
  return { ids, items: items.data.result }
}
