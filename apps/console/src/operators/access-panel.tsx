import type { Operator } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { ActionRow } from '../components/layout/action-row.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { callOperator } from '../lib/api.ts'
import { type IssuedLink, LinkDialog } from './link-dialog.tsx'

type Change = 'link' | 'reset' | 'suspend' | 'activate'

const calls = {
  link: 'POST /operators/{id}/link',
  reset: 'POST /operators/{id}/reset-two-factor',
  suspend: 'POST /operators/{id}/suspend',
  activate: 'POST /operators/{id}/activate',
} as const

/** The operator's access, and ways to end it. */
export function AccessPanel({ operator, isLast }: { operator: Operator; isLast: boolean }) {
  const { t } = useTranslation('operators')
  const [change, setChange] = useState<Change>('link')
  const [isOpen, setIsOpen] = useState(false)
  const [link, setLink] = useState<IssuedLink>()
  const run = useChange(operator, setLink)
  const { state, name } = operator
  const begin = (next: Change) => {
    setChange(next)
    setIsOpen(true)
  }
  const offered: Change[] = [
    ...(state === 'suspended' ? [] : (['link'] as const)),
    ...(state === 'active' ? (['reset'] as const) : []),
    state === 'suspended' ? 'activate' : 'suspend',
  ]
  return (
    <Panel title={t('access')}>
      {offered.map((each) => (
        <ActionRow key={each} title={t(`${each}.title`)} text={t(`${each}.text`)}>
          <Button
            kind={each === 'suspend' ? 'danger' : 'secondary'}
            size="small"
            isDisabled={each === 'suspend' && isLast}
            disabledReason={t('lastOwner')}
            onClick={() => begin(each)}
          >
            {t(`${each}.action`)}
          </Button>
        </ActionRow>
      ))}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t(`${change}.question`, { name })}
        consequence={t(`${change}.consequence`)}
        confirmLabel={t(`${change}.action`)}
        isDanger={change === 'suspend' || change === 'reset'}
        reasonFor={`${change}:${operator.id}`}
        onConfirm={({ reason }) => run(change, reason)}
      />
      <LinkDialog link={link} onClose={() => setLink(undefined)} />
    </Panel>
  )
}

function useChange({ id, name }: Operator, onLink: (link: IssuedLink) => void) {
  const { t } = useTranslation('operators')
  const { revalidate } = useRevalidator()
  return async (change: Change, reason: string) => {
    const request = { params: { id }, body: { reason } }
    if (change === 'link' || change === 'reset')
      onLink((await callOperator(calls[change], request)).data.result)
    else {
      await callOperator(calls[change], request)
      toast.success(t(`${change}.done`, { name }))
    }
    await revalidate()
  }
}
