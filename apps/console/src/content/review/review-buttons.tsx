import type { ContentDraft } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ActionButton } from '../../components/dialogs/action-button.tsx'
import { callOperator } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'

/** Asks an owner to publish the operator's draft, or asks no more. */
export function RequestReviewButton({ draft: { project, review } }: { draft: ContentDraft }) {
  const { t } = useTranslation('content')
  if (review?.declined === null) return <WithdrawButton project={project} />
  return (
    <ActionButton
      kind="primary"
      label={t('review.request')}
      title={t('review.requestTitle')}
      consequence={t('review.requestConsequence')}
      reasonFor={`review:${project}`}
      onConfirm={async ({ reason }) => {
        await callOperator('POST /content/drafts/{project}/review', { params: { project }, body: { reason } })
        return t('review.requested')
      }}
    />
  )
}

function WithdrawButton({ project }: { project: string }) {
  const { t } = useTranslation('content')
  const { revalidate } = useRevalidator()
  const [isPending, run] = useAction()
  const withdraw = () =>
    run(async () => {
      await callOperator('POST /content/drafts/{project}/review/withdraw', { params: { project } })
      toast.success(t('review.withdrawn'))
      await revalidate()
    })
  return (
    <Button kind="secondary" size="small" isLoading={isPending} onClick={() => void withdraw()}>
      {t('review.withdraw')}
    </Button>
  )
}

/** Sends the draft of another operator back, with a reason. */
export function DeclineButton(props: { project: string; operator: string; name: string }) {
  const { t } = useTranslation('content')
  const { project, operator, name } = props
  return (
    <ActionButton
      label={t('review.decline')}
      title={t('review.declineTitle', { name })}
      consequence={t('review.declineConsequence')}
      reasonFor={`decline:${operator}:${project}`}
      onConfirm={async ({ reason }) => {
        await callOperator('POST /content/drafts/{project}/review/decline', {
          params: { project },
          body: { operator, reason },
        })
        return t('review.declined')
      }}
    />
  )
}
