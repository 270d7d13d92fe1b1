import type { Leaderboard } from '@playhub/contract'

/** A score as players read it: `1,234`, `12.5%`, `1:02.350`. */
export function formatScore(
  score: number,
  { format, decimals }: Pick<Leaderboard, 'format' | 'decimals'>,
  language: string,
): string {
  if (format === 'time') return formatTime(score, language)
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const value = score / 10 ** decimals
  if (format === 'percent')
    return new Intl.NumberFormat(language, { style: 'percent', ...digits }).format(value / 100)
  return new Intl.NumberFormat(language, digits).format(value)
}

/** @param ms  Shown to the millisecond, with hours only where there are some. */
function formatTime(ms: number, language: string): string {
  const total = Math.abs(ms)
  const hours = Math.floor(total / 3_600_000)
  const minutes = Math.floor(total / 60_000) % 60
  const seconds = new Intl.NumberFormat(language, {
    minimumIntegerDigits: 2,
    minimumFractionDigits: total % 1000 === 0 ? 0 : 3,
  }).format((total % 60_000) / 1000)
  const clock = hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}` : String(minutes)
  return `${ms < 0 ? '−' : ''}${clock}:${seconds}`
}
