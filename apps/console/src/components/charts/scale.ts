const steps = [1, 2, 2.5, 5, 10]

/** The end of an axis that starts at zero: the next round number, so that half of it is round as well. */
export function getAxisEnd(values: readonly number[]): number {
  const largest = Math.max(0, ...values)
  if (largest === 0) return 1
  const magnitude = 10 ** Math.floor(Math.log10(largest))
  return magnitude * (steps.find((step) => step * magnitude >= largest) ?? 10)
}
