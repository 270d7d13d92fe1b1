/**
 * The instant at which a day ends.
 * @param day  `YYYY-MM-DD` in the time zone.
 */
export function getDayEnd(day: string, timeZone: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const midnight = Date.UTC(year, month - 1, date + 1)
  // The offset may be another one on either side of the change to summer time.
  const guess = midnight - getOffset(midnight, timeZone)
  return midnight - getOffset(guess, timeZone)
}

/** Milliseconds between the zone's clock and UTC. */
function getOffset(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - Math.floor(instant / 1_000) * 1_000
}
