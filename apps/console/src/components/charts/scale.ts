const steps = [1, 2, 4, 6, 8, 10]
const SMALLEST = 2

/** The end of an axis from zero: the next round number whose half is a whole number. */
export function getAxisEnd(values: readonly number[]): number {
  const largest = Math.max(0, ...values)
  if (largest < SMALLEST) return SMALLEST
  const magnitude = 10 ** Math.floor(Math.log10(largest))
  return magnitude * (steps.find((step) => step * magnitude >= largest) ?? 10)
}
