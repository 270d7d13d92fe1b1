import type { Device } from '@playhub/contract/user-agent'
import { useTranslation } from 'react-i18next'

/** "Chrome on Windows"; undefined for an unknown device. */
export function useDeviceName({ browser, system }: Device): string | undefined {
  const { t } = useTranslation('profile')
  if (browser && system) {
    return t('devices.browserOn', { browser: t(`browser.${browser}`), system: t(`system.${system}`) })
  }
  if (browser) return t(`browser.${browser}`)
  return system ? t(`system.${system}`) : undefined
}
