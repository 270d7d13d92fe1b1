import { Button } from '@playhub/ui/button.tsx'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Prices } from './use-prices.ts'

const importForm = () => import('./code-form.tsx')
const CodeForm = lazy(() => importForm().then((loaded) => ({ default: loaded.CodeForm })))

/** Opens the field for a code. A link with a code opens it, too. */
export function CodeEntry({ prices }: { prices: Prices }) {
  const { t } = useTranslation('prices')
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen && !prices.entered)
    return (
      <Button
        data-boot
        kind="quiet"
        size="small"
        className="-ms-3 print:hidden"
        aria-expanded="false"
        onClick={() => setIsOpen(true)}
      >
        {t('code.open')}
      </Button>
    )
  return (
    <Suspense fallback={<div className="min-h-11" />}>
      <CodeForm prices={prices} takesFocus={isOpen} onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}
