/** "5 December 2026" */
export function formatDate(instant: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(instant)
}

/** "5 December", for a date within the next year. */
export function formatDayAndMonth(instant: number, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' }).format(instant)
}
