import type { InterfaceLanguage } from '@playhub/contract'

/** "21 ноября 2026 г., 03:14 UTC" */
export function formatDateTime(instant: number, language: InterfaceLanguage): string {
  return `${getFormat(language).format(instant)} UTC`
}

/** Cached by language: creating one takes longer than formatting a hundred dates. */
const formats = new Map<InterfaceLanguage, Intl.DateTimeFormat>()

function getFormat(language: InterfaceLanguage): Intl.DateTimeFormat {
  let format = formats.get(language)
  if (!format) {
    const date = { day: 'numeric', month: 'long', year: 'numeric' } as const
    const time = { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const
    format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...date, ...time })
    formats.set(language, format)
  }
  return format
}
