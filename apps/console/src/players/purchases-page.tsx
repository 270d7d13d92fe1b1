import type { PlayerPurchase } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type * as z from 'zod'
import { PagedTable } from '../components/list/paged-table.tsx'
import type { Column } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { type StateTone, StateWord } from '../components/values/state-word.tsx'
import { callOperator } from '../lib/api.ts'
import { useProjectNames } from '../lib/me.ts'
import { usePlayer } from './player.ts'

type Purchase = z.infer<typeof PlayerPurchase>

const loadPage = async (id: string, cursor?: string) =>
  (await callOperator('GET /players/{id}/purchases', { params: { id }, query: { cursor } })).data

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => loadPage(id)

/** A player's present and former purchases. Each row opens its order. */
export function Component() {
  const { t } = useTranslation('players')
  const { id } = usePlayer()
  return (
    <PagedTable<Purchase>
      title={t('tab.purchases')}
      first={useLoaderData<typeof loader>()}
      load={(cursor) => loadPage(id, cursor)}
      columns={useColumns()}
      getKey={(purchase) => purchase.id}
      getHref={(purchase) => `/orders/${purchase.orderId}`}
      empty={t('purchases.empty')}
    />
  )
}

const tones: Record<string, StateTone> = {
  granted: 'good',
  consumed: 'neutral',
  frozen: 'waiting',
  revoked: 'bad',
}

function useColumns(): Column<Purchase>[] {
  const { t } = useTranslation('players')
  const getProjectName = useProjectNames()
  return [
    {
      key: 'item',
      label: t('orders.item'),
      card: 'title',
      cell: ({ title }) => <span className="block max-w-72 truncate">{title}</span>,
    },
    {
      key: 'project',
      label: t('orders.project'),
      card: 'detail-end',
      cell: ({ project }) => getProjectName(project),
    },
    {
      key: 'state',
      label: t('column.state'),
      card: 'end',
      cell: ({ state }) => (
        <StateWord tone={tones[state] ?? 'neutral'}>
          {t(`purchases.state.${state}`, { defaultValue: state })}
        </StateWord>
      ),
    },
    {
      key: 'consumed',
      label: t('purchases.consumed'),
      isNumeric: true,
      isWideOnly: true,
      cell: ({ consumedAt }) => (consumedAt === null ? '–' : <Instant at={consumedAt} isShort />),
    },
    {
      key: 'created',
      label: t('purchases.created'),
      isNumeric: true,
      card: 'detail',
      cell: ({ createdAt }) => <Instant at={createdAt} />,
    },
  ]
}
