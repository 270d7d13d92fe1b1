import { Button } from '@playhub/ui/button.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../lib/feedback/show-toast.ts'
import { useLateComponent } from '../../lib/page/late-component.ts'
import { leaveToLogin } from './order-item.ts'
import type { Prices } from './use-prices.ts'

const loadForm = async () => (await import('../../payments/code/code-form.tsx')).CodeForm

/** Opens the field for a code, where one could change a price. A link with a code opens it anywhere. */
export function CodeEntry({ prices }: { prices: Prices }) {
  const { t } = useTranslation('prices')
  const [isOpen, setIsOpen] = useState(false)
  const isWanted = isOpen || prices.entered !== null
  const CodeForm = useLateComponent(loadForm, isWanted, () => {
    setIsOpen(false)
    void showToast('error', (translate) => translate('errors:unreachable'), 'UNREACHABLE')
  })
  if (!isWanted && !prices.items.some(({ takesCode }) => takesCode)) return null
  if (isWanted && CodeForm)
    return (
      <CodeForm
        entered={prices.entered}
        takesFocus={isOpen}
        appliedText={t('code.applied')}
        onEnter={prices.enterCode}
        onLogin={leaveToLogin}
        onClose={() => setIsOpen(false)}
      />
    )
  return (
    <Button
      data-boot
      kind="quiet"
      size="small"
      className="-ms-3 print:hidden"
      aria-expanded="false"
      isLoading={isOpen}
      onClick={() => setIsOpen(true)}
    >
      {t('code.open')}
    </Button>
  )
}
