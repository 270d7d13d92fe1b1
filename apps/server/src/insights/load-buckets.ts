/** Load times in steps of a tenth: the median of a smooth spread is exact to a fraction of a step. */

const firstMs = 50
const ratio = 1.1
/** 100 s and longer. */
const lastBucket = 80

export function toBucket(ms: number): number {
  if (ms <= firstMs) return 0
  return Math.min(lastBucket, Math.floor(Math.log(ms / firstMs) / Math.log(ratio)) + 1)
}

/** @param part  Place between the bucket's limits, from 0 to 1. */
export const toMs = (bucket: number, part: number): number =>
  bucket === 0 ? firstMs * part : firstMs * ratio ** (bucket - 1 + part)

/** The time that a share of the loads does not exceed; 0 without loads. */
export function findQuantile(counts: ReadonlyMap<number, number>, share: number): number {
  const buckets = [...counts].toSorted(([one], [other]) => one - other)
  let left = share * buckets.reduce((total, [, count]) => total + count, 0)
  for (const [bucket, count] of buckets) {
    if (left <= count) return count === 0 ? 0 : Math.round(toMs(bucket, left / count))
    left -= count
  }
  return 0
}
