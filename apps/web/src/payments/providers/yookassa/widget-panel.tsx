import { cx } from '@playhub/ui/cx.ts'
import { Skeleton } from '@playhub/ui/skeleton.tsx'
import { useEffect, useId, useRef, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { CheckingPanel, FormFailure, ReceiptEmail, SecurityNote } from '../form-parts.tsx'
import type { ProviderFormProps } from '../provider-attempt.ts'
import { mountWidget, type WidgetConstructor } from './widget.ts'

type WidgetPanelProps = Pick<
  ProviderFormProps,
  'paymentId' | 'receiptEmail' | 'onHint' | 'onChangeMethod'
> & {
  widget: { Widget: WidgetConstructor; token: string }
  onError: (code: string) => void
  onReopen: () => void
}

/** YooKassa's form, which has its own submit button. */
export function WidgetPanel(props: WidgetPanelProps) {
  const { receiptEmail, onReopen, onChangeMethod } = props
  const { containerId, stage } = useWidget(props)
  if (stage === 'checking') return <CheckingPanel />
  if (stage === 'closed')
    return <FormFailure reason="closed" onRetry={onReopen} onChangeMethod={onChangeMethod} />
  const isReady = stage === 'ready'
  return (
    <div className="flex flex-col gap-4">
      <ReceiptEmail email={receiptEmail} isBusy={false} onChange={onChangeMethod} />
      <div className={cx('relative', !isReady && 'min-h-125')} aria-busy={!isReady}>
        {!isReady && <Skeleton className="absolute inset-0 rounded-card" />}
        <div id={containerId} className={cx('surface overflow-hidden', !isReady && 'opacity-0')} />
      </div>
      <SecurityNote provider="yookassa" />
    </div>
  )
}

function useWidget(props: WidgetPanelProps) {
  const { widget, paymentId } = props
  const containerId = `yookassa${useId()}`
  const [stage, setStage] = useState<'loading' | 'ready' | 'checking' | 'closed'>('loading')
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    let isMounted = true
    const removeWidget = mountWidget(widget, containerId, {
      onReady: () => setStage((current) => (current === 'loading' ? 'ready' : current)),
      onSuccess() {
        setStage('checking')
        latest.current.onHint('processing')
      },
      async onClose() {
        setStage('checking')
        const isFinal = await isOrderFinal(paymentId)
        // The player may have started the next payment, which this form knows nothing of.
        if (!isMounted) return
        if (isFinal) latest.current.onHint('changed')
        else setStage('closed')
      },
      onError: (code) => latest.current.onError(code),
    })
    return () => {
      isMounted = false
      removeWidget()
    }
  }, [widget, containerId, paymentId])
  return { containerId, stage }
}

/** A closed form says nothing about the payment, so the server checks whether the order is final. */
async function isOrderFinal(paymentId: string): Promise<boolean> {
  const response = call('GET /payments/yookassa/modal-close/{id}', { params: { id: paymentId } })
  return (await response.catch(() => null))?.data.result ?? false
}
