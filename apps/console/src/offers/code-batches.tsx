import type { CodeBatch, OperatorOffer } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/dialogs/action-button.tsx'
import { Section } from '../components/layout/section.tsx'
import { PagedTable } from '../components/list/paged-table.tsx'
import type { ListResult } from '../components/list/use-pages.ts'
import type { Column } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { StateWord } from '../components/values/state-word.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'
import { CreateCodesButton } from './create-codes-button.tsx'

type Props = { project: string; offer: OperatorOffer; first: ListResult<CodeBatch> }

/** Batches of codes, without the codes: these are shown once. */
export function CodeBatches({ project, offer, first }: Props) {
  const { t } = useTranslation('offers')
  const canManage = useMe().can('codes.manage', project)
  const columns = useBatchColumns(canManage)
  const load = async (cursor: string) =>
    (
      await callOperator('GET /offers/{project}/codes', {
        params: { project },
        query: { offer: offer.id, cursor },
      })
    ).data
  return (
    <Section
      title={t('codes.title')}
      actions={canManage && offer.kind === 'code' && <CreateCodesButton project={project} offer={offer} />}
    >
      <PagedTable<CodeBatch>
        title={t('codes.title')}
        first={first}
        load={load}
        columns={columns}
        getKey={({ id }) => id}
        empty={t('codes.none')}
      />
    </Section>
  )
}

function useBatchColumns(canManage: boolean): Column<CodeBatch>[] {
  const { t, i18n } = useTranslation('offers')
  const numbers = new Intl.NumberFormat(i18n.language)
  return [
    {
      key: 'codes',
      label: t('codes.title'),
      cell: ({ codes }) => t('codes.count', { count: codes }),
      card: 'title',
    },
    {
      key: 'state',
      label: t('stateLabel'),
      cell: ({ revokedAt }) => (
        <StateWord tone={revokedAt === null ? 'good' : 'neutral'}>
          {t(revokedAt === null ? 'codes.valid' : 'codes.revoked')}
        </StateWord>
      ),
      card: 'end',
    },
    {
      key: 'used',
      label: t('codes.used'),
      cell: ({ used, uses }) => t('codes.usedOf', { used: numbers.format(used), uses: numbers.format(uses) }),
      isNumeric: true,
      card: 'detail-end',
    },
    { key: 'by', label: t('codes.by'), cell: ({ createdBy }) => createdBy, isWideOnly: true },
    { key: 'at', label: t('at'), cell: ({ createdAt }) => <Instant at={createdAt} />, card: 'detail' },
    {
      key: 'revoke',
      label: t('codes.actions'),
      cell: (batch) => canManage && batch.revokedAt === null && <RevokeButton batch={batch} />,
      card: 'wide',
    },
  ]
}

function RevokeButton({ batch: { id, codes } }: { batch: CodeBatch }) {
  const { t } = useTranslation('offers')
  return (
    <ActionButton
      kind="danger"
      label={t('codes.revoke')}
      title={t('codes.revokeTitle', { count: codes })}
      consequence={t('codes.revokeConsequence')}
      isDanger
      reasonFor={`revoke-codes:${id}`}
      className="relative z-1"
      onConfirm={async ({ reason }) => {
        await callOperator('POST /code-batches/{id}/revoke', { params: { id }, body: { reason } })
        return t('codes.revokedNow')
      }}
    />
  )
}
