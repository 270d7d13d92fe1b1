import type { PaymentProcess } from '@playhub/contract'
import { Button } from '@playhub/ui/button.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { readOfferCode, saveOfferCode } from '../../lib/browser/offer-code.ts'
import { showToast } from '../../lib/feedback/show-toast.ts'
import { loadMessages } from '../../lib/language/messages.ts'
import { useLateComponent } from '../../lib/page/late-component.ts'
import { toOrderProblem } from '../order/order-problem.ts'
import type { EnteredCode } from './code-form.tsx'

const loadForm = async () => {
  const [{ CodeForm }] = await Promise.all([import('./code-form.tsx'), loadMessages('prices')])
  return CodeForm
}

type Props = {
  paymentId: string
  process: PaymentProcess
  /** Shows the order at another price. */
  onRepriced: (process: PaymentProcess) => void
  /** The order has been paid or closed elsewhere. */
  onFinished: () => void
}

/** Opens the field for a code, or shows that the order has one. A followed link's code is entered at once. */
export function OrderCode(props: Props) {
  const { t } = useTranslation('payments')
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLDivElement>(null)
  const { entered, enter } = useOrderCode(props)
  const isWanted = isOpen || entered !== null
  const CodeForm = useLateComponent(loadForm, isWanted, () => {
    setIsOpen(false)
    void showToast('error', (translate) => translate('errors:unreachable'), 'UNREACHABLE')
  })
  const wasWanted = useRef(isWanted)
  useEffect(() => {
    if (wasWanted.current && !isWanted) opener.current?.querySelector('button')?.focus()
    wasWanted.current = isWanted
  }, [isWanted])
  if (isWanted && CodeForm)
    return (
      <CodeForm
        entered={entered}
        takesFocus={isOpen}
        appliedText={t('code.applied')}
        onEnter={enter}
        onClose={() => setIsOpen(false)}
      />
    )
  return (
    <div ref={opener}>
      <Button
        kind="quiet"
        size="small"
        className="-ms-3"
        aria-expanded="false"
        isLoading={isOpen}
        onClick={() => setIsOpen(true)}
      >
        {t('code.open')}
      </Button>
    </div>
  )
}

function useOrderCode({ paymentId, process, onRepriced, onFinished }: Props) {
  const { project } = process.paymentData
  const [entered, setEntered] = useState<EnteredCode | null>(
    process.code === 'applied' ? { code: null, state: 'applied' } : null,
  )

  async function enter(code: string | null): Promise<void> {
    const before = entered
    setEntered(code === null ? null : { code, state: 'checking' })
    try {
      const repriced = await call('POST /payments/reprice/{id}', {
        params: { id: paymentId },
        body: { code },
      })
      saveOfferCode(project, null)
      onRepriced(repriced)
      if (code !== null) setEntered({ code, state: repriced.code === 'applied' ? 'applied' : 'unneeded' })
    } catch (error) {
      const state = toOrderProblem(error)
      if (state === 'CODE_NOT_FOUND' || state === 'CODE_USED') saveOfferCode(project, null)
      if (state === 'PAYMENT_ALREADY_PAID' || state === 'PAYMENT_CLOSED') onFinished()
      // The order has kept its code.
      else if (code === null) setEntered(before)
      else setEntered({ code, state })
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the order is shown
  useEffect(() => {
    const followed = process.code === 'open' ? readOfferCode(project) : null
    if (followed !== null) void enter(followed)
  }, [])

  return { entered, enter }
}
