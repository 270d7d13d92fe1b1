import { copyText } from '@playhub/ui/copy-button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Offers the page's link to the device's apps, or copies it where there is no such menu. */
export function ShareButton({ name }: { name: string }) {
  const { t } = useTranslation('game')
  const share = async () => {
    const url = `${location.origin}${location.pathname}`
    // The player may close the menu, which is no error.
    if (navigator.share) return navigator.share({ title: name, url }).catch(() => undefined)
    await copyText(url)
    toast.success(t('shared'))
  }
  return (
    <button
      type="button"
      data-boot
      aria-label={t('share')}
      title={t('share')}
      onClick={() => void share()}
      className="art-button"
    >
      <Share2 size={18} aria-hidden="true" />
    </button>
  )
}
