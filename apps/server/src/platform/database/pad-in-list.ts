/**
 * The values, the last one repeated up to the next power of two. A condition `in` is another statement for each
 * length of its list, and a database keeps only so many statements ready.
 */
export function padInList<T>(values: readonly T[]): T[] {
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return Array.from({ length }, (_, place) => values[Math.min(place, values.length - 1)] as T)
}
