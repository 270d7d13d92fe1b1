import { useEffect, useId, useRef, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Checking } from '../checking.tsx'
import type { CheckoutProps } from '../checkout-props.ts'
import { FormDidNotOpen } from '../form-did-not-open.tsx'
import { ReceiptLine } from '../receipt-line.tsx'
import { SafeLine } from '../safe-line.tsx'
import { mountForm } from './mount-form.ts'
import type { WidgetConstructor } from './widget.ts'

type YooKassaFormProps = Pick<CheckoutProps, 'paymentId' | 'receiptEmail' | 'onHint' | 'onReconsider'> & {
  at: { Widget: WidgetConstructor; token: string }
  onError: (code: string) => void
  /** Opens the form anew. */
  onReopen: () => void
}

/** YooKassa's form, which has the button that pays. What it tells is only a hint to ask the server. */
export function YooKassaForm(props: YooKassaFormProps) {
  const { receiptEmail, onReopen, onReconsider } = props
  const { containerId, stage } = useForm(props)
  if (stage === 'checking') return <Checking />
  if (stage === 'closed')
    return <FormDidNotOpen why="closed" onRetry={onReopen} onReconsider={onReconsider} />
  const isReady = stage === 'ready'
  return (
    <div className="flex flex-col gap-4">
      <ReceiptLine email={receiptEmail} isBusy={false} onChange={onReconsider} />
      <div className={cx('relative', !isReady && 'min-h-125')} aria-busy={!isReady}>
        {!isReady && <Skeleton className="absolute inset-0 rounded-card" />}
        <div id={containerId} className={cx('surface overflow-hidden', !isReady && 'opacity-0')} />
      </div>
      <SafeLine provider="yookassa" />
    </div>
  )
}

function useForm(props: YooKassaFormProps) {
  const { at, paymentId } = props
  const containerId = `yookassa${useId()}`
  const [stage, setStage] = useState<'loading' | 'ready' | 'checking' | 'closed'>('loading')
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(
    () =>
      mountForm(at, containerId, {
        ready: () => setStage((now) => (now === 'loading' ? 'ready' : now)),
        success() {
          setStage('checking')
          latest.current.onHint('money-moving')
        },
        async end() {
          setStage('checking')
          const isOver = await askWhetherOver(paymentId)
          if (isOver) latest.current.onHint('changed')
          else setStage('closed')
        },
        error: (code) => latest.current.onError(code),
      }),
    [at, containerId, paymentId],
  )
  return { containerId, stage }
}

/** A form that closed decides nothing: the server tells whether the order is over. */
async function askWhetherOver(paymentId: string): Promise<boolean> {
  const answer = call('GET /payments/yookassa/modal-close/{id}', { params: { id: paymentId } })
  return (await answer.catch(() => null))?.data.result ?? false
}
