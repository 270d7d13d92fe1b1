import type { PaymentProcess } from '@playhub/contract'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PLAY_PARAMETER, useInitialConfig, usePageLanguage } from '../../lib/context/page-context.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { gameAddress } from '../../ui/game.ts'
import { Illustration, type IllustrationName } from '../../ui/illustrations.tsx'
import { itemName } from '../order/prices.ts'
import type { ShownResult } from './payment-stage.ts'

const pictures: Record<ShownResult, IllustrationName> = {
  pending: 'pending',
  paid: 'paid',
  none: 'not-paid',
  fail: 'not-paid',
  expired: 'not-paid',
  abandoned: 'not-paid',
}

/** Shows a payment's result, with the next step. */
export function ResultDialog(props: {
  result: ShownResult | null
  process: PaymentProcess | undefined
  /** Ordered on a hub page: the item waits in its game. */
  isFromHub?: boolean | undefined
  onClose: (result: ShownResult) => void
  onRetry: () => void
}) {
  const { t, i18n } = useTranslation('payments')
  const { result, process, isFromHub, onClose, onRetry } = props
  const shown = useLastValue(result)
  if (!shown) return null
  const item = process ? itemName(process.paymentData, i18n.language) : ''
  const waitingIn = isFromHub && shown === 'paid' ? process?.paymentData : undefined
  return (
    <Dialog
      isOpen={result !== null}
      onClose={() => onClose(shown)}
      picture={<Illustration name={pictures[shown]} />}
      title={t(`result.${shown}.title`)}
      description={
        waitingIn
          ? t('result.paid.waits', { item, game: waitingIn.projectName })
          : t(`result.${shown}.text`, { item })
      }
      className="text-center"
      actions={
        waitingIn ? (
          <PlayActions project={waitingIn} onClose={() => onClose(shown)} />
        ) : (
          <Actions shown={shown} onClose={() => onClose(shown)} onRetry={onRetry} />
        )
      }
    />
  )
}

function Actions(props: { shown: ShownResult; onClose: () => void; onRetry: () => void }) {
  const { t } = useTranslation('payments')
  const { shown, onClose, onRetry } = props
  if (shown === 'paid' || shown === 'pending') {
    return (
      <Button isWide onClick={onClose} kind={shown === 'paid' ? 'primary' : 'secondary'}>
        {t(shown === 'paid' ? 'result.ok' : 'result.pending.close')}
      </Button>
    )
  }
  return (
    <>
      <Button kind="secondary" className="md:flex-1" onClick={onClose}>
        {t('result.later')}
      </Button>
      <Button className="md:flex-1" onClick={onRetry}>
        {t('result.again')}
      </Button>
    </>
  )
}

/** Leads to the game that the item waits in. */
function PlayActions(props: {
  project: Pick<PaymentProcess['paymentData'], 'project' | 'projectName'>
  onClose: () => void
}) {
  const { t } = useTranslation(['payments', 'catalogue'])
  const { project, projectName } = props.project
  const playAddress = usePlayAddress(project)
  return (
    <>
      <Button kind="secondary" className="md:flex-1" onClick={props.onClose}>
        {t('result.ok')}
      </Button>
      <LinkButton
        href={playAddress}
        data-replace
        className="md:flex-1"
        aria-label={t('catalogue:playGame', { name: projectName })}
        icon={<Play size={20} fill="currentColor" aria-hidden="true" />}
      >
        {t('catalogue:play')}
      </LinkButton>
    </>
  )
}

/** A page for a project outside the catalogue starts its game by itself. */
function usePlayAddress(project: string): string {
  const language = usePageLanguage()
  const { projects } = useInitialConfig()
  const mainData = projects.find(({ id }) => id === project)?.mainData
  const address = gameAddress(project, mainData, language)
  return mainData?.outOfCatalog ? address : `${address}?${PLAY_PARAMETER}=1`
}

/** The last value before null, so that the dialog keeps its text while it fades out. */
function useLastValue<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
