import type { OfferUse, OperatorOffer } from '@playhub/contract/operator'
import { buttonClass } from '@playhub/ui/button.tsx'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ActionButton } from '../components/dialogs/action-button.tsx'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { Section } from '../components/layout/section.tsx'
import { ExportLink } from '../components/list/export-link.tsx'
import { PagedTable } from '../components/list/paged-table.tsx'
import type { Column } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { KeyValue } from '../components/values/key-value.tsx'
import { Money } from '../components/values/money.tsx'
import { type StateTone, StateWord } from '../components/values/state-word.tsx'
import { loadReadableContent } from '../content/load-content.ts'
import { ReadOnlyNote } from '../content/read-only-note.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe, useProjectNames } from '../lib/me.ts'
import { usePolling } from '../lib/use-polling.ts'
import { CodeBatches } from './code-batches.tsx'
import { Period, Terms, tones } from './offer-columns.tsx'

export async function loader({ params: { project = '', offer: id = '' } }: LoaderFunctionArgs) {
  const params = { project, offer: id }
  const [offers, uses, batches, content] = await Promise.all([
    callOperator('GET /offers/{project}', { params: { project }, query: {} }),
    loadUses(params),
    callOperator('GET /offers/{project}/codes', { params: { project }, query: { offer: id } }),
    loadReadableContent(),
  ])
  const offer = offers.data.result.find((one) => one.id === id)
  if (!offer) throw new ApiRefusal({ code: 'OFFER_NOT_FOUND', status: 404, title: '' })
  return { project, offer, uses, batches: batches.data, content }
}

const loadUses = async (params: { project: string; offer: string }, cursor?: string) =>
  (await callOperator('GET /offers/{project}/{offer}/uses', { params, query: { cursor } })).data

/** An offer: what it has brought, who used it, and its codes. */
export function Component() {
  const { t, i18n } = useTranslation(['offers', 'common'])
  const { project, offer, uses, batches, content } = useLoaderData<typeof loader>()
  const nameProject = useProjectNames()
  const columns = useUseColumns()
  usePolling()
  const numbers = new Intl.NumberFormat(i18n.language)
  return (
    <PageFrame
      title={offer.id}
      mark={<StateWord tone={tones[offer.state]}>{t(`state.${offer.state}`)}</StateWord>}
      back={{ to: `/offers/${encodeURIComponent(project)}`, label: t('common:area.offers') }}
      actions={content?.source === 'database' && <Actions project={project} offer={offer} />}
    >
      {content && <ReadOnlyNote content={content} />}
      <KeyValue
        facts={[
          [t('project'), nameProject(project)],
          [t('kindLabel'), <Terms key="kind" offer={offer} />],
          [t('period'), <Period key="period" offer={offer} />],
          [t('items'), offer.kind && (offer.items?.join(', ') ?? t('allItems'))],
          [t('adds'), offer.adds.map(({ itemId, quantity }) => `${itemId} × ${quantity}`).join(', ')],
          [
            t('audienceLabel'),
            offer.audience && t(`audience.${offer.audience}`, { count: offer.returningDays ?? 0 }),
          ],
          [t('uses'), numbers.format(offer.uses)],
          [t('usesOver'), offer.usesOver > 0 && numbers.format(offer.usesOver)],
          [t('revenue'), <Money key="revenue" money={offer.revenue} />],
          [t('discount'), <Money key="discount" money={offer.discount} />],
        ]}
      />
      {(offer.kind === 'code' || batches.result.length > 0) && (
        <CodeBatches project={project} offer={offer} first={batches} />
      )}
      <Section
        title={t('usesTitle')}
        actions={<ExportLink path="/offer-uses/export" query={{ project, offer: offer.id }} />}
      >
        <PagedTable<OfferUse>
          title={t('usesTitle')}
          first={uses}
          load={(cursor) => loadUses({ project, offer: offer.id }, cursor)}
          columns={columns}
          getKey={({ id }) => id}
          getHref={({ orderId }) => `/orders/${orderId}`}
          empty={t('usesNone')}
        />
      </Section>
    </PageFrame>
  )
}

function Actions({ project, offer }: { project: string; offer: OperatorOffer }) {
  const { t } = useTranslation('offers')
  const me = useMe()
  if (!me.can('content.edit', project) || offer.kind === null) return null
  const end = async (reason: string) => {
    const params = { project, offer: offer.id }
    const { data } = await callOperator('POST /offers/{project}/{offer}/end', { params, body: { reason } })
    return t('ended', { version: data.result.version })
  }
  return (
    <>
      <Link
        to={`/content/projects/${encodeURIComponent(project)}/offers?open=${encodeURIComponent(offer.id)}`}
        className={buttonClass('secondary', 'small')}
      >
        {t('edit')}
      </Link>
      {offer.state === 'running' && (
        <ActionButton
          kind="danger"
          label={t('end')}
          title={t('endTitle', { offer: offer.id })}
          consequence={t('endConsequence')}
          isDanger
          reasonFor={`end-offer:${project}:${offer.id}`}
          onConfirm={({ reason }) => end(reason)}
        />
      )}
    </>
  )
}

const useTones: Record<OfferUse['state'], StateTone> = {
  reserved: 'waiting',
  used: 'good',
  released: 'neutral',
  over: 'info',
}

function useUseColumns(): Column<OfferUse>[] {
  const { t } = useTranslation('offers')
  return [
    {
      key: 'player',
      label: t('player'),
      cell: ({ playerName, playerId }) => playerName ?? playerId,
      card: 'title',
    },
    {
      key: 'state',
      label: t('stateLabel'),
      cell: ({ state }) => <StateWord tone={useTones[state]}>{t(`useState.${state}`)}</StateWord>,
      card: 'end',
    },
    {
      key: 'amount',
      label: t('amount'),
      cell: ({ currency, amountMinor }) =>
        currency !== null && amountMinor !== null && <Money money={{ currency, amountMinor }} />,
      isNumeric: true,
      card: 'detail-end',
    },
    { key: 'at', label: t('at'), cell: ({ createdAt }) => <Instant at={createdAt} />, card: 'detail' },
  ]
}
