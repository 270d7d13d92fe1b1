import type { InterfaceLanguage } from '@playhub/contract'

/** "21 ноября 2026 г., 03:14 UTC" */
export function formatDateTime(instant: number, language: InterfaceLanguage): string {
  const words = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(instant)
  return `${words} UTC`
}
