/** The day of an instant where the player is, as YYYY-MM-DD (specification §9). */
export function dayOf(instant: number): string {
  const date = new Date(instant)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
