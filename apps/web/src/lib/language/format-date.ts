/** A day of any year: "5 December 2026". */
export function formatDate(instant: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(instant)
}

/** A day near enough to need no year: "5 December". */
export function formatDayAndMonth(instant: number, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' }).format(instant)
}
