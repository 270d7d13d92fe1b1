/** Builds with fewer plays are not judged. */
export const minJudgedPlays = 200

/** One-sided, p < 0.01. */
const criticalZ = 2.326_347_874

/**
 * True when a share is higher than the baseline's by more than chance, in a two-proportion z-test with pooled variance.
 * False when one of the totals is too low to tell.
 * @see https://www.itl.nist.gov/div898/handbook/prc/section3/prc33.htm
 */
export function isWorse(count: number, total: number, baselineCount: number, baselineTotal: number): boolean {
  if (total < minJudgedPlays || baselineTotal < minJudgedPlays) return false
  const pooled = (count + baselineCount) / (total + baselineTotal)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / total + 1 / baselineTotal))
  return error > 0 && count / total - baselineCount / baselineTotal > criticalZ * error
}
