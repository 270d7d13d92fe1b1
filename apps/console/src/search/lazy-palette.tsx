import { retryImport } from '@playhub/ui/feedback/retry-import.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadMessages } from '../lib/messages.ts'
import { closePalette, useIsPaletteOpen } from './palette-state.ts'

async function loadPalette() {
  const [{ Palette }] = await Promise.all([
    retryImport(() => import('./palette.tsx')),
    loadMessages('search'),
  ])
  return Palette
}

/** The search over every screen. Its code loads on first use; the screen stays when this fails. */
export function LazyPalette() {
  const { t } = useTranslation('errors')
  const isOpen = useIsPaletteOpen()
  const [Palette, setPalette] = useState<Awaited<ReturnType<typeof loadPalette>>>()
  useEffect(() => {
    if (!isOpen || Palette) return
    loadPalette().then(
      (loaded) => setPalette(() => loaded),
      () => {
        closePalette()
        toast.error(t('unreachable'))
      },
    )
  }, [isOpen, Palette, t])
  return Palette && <Palette isOpen={isOpen} />
}
