/** A gap between numbers is null. */
export type PageNumbers = (number | null)[]

/** The first page, the last one, and those around the one that is shown. */
export function pageNumbers(shown: number, pages: number): PageNumbers {
  const near = [1, shown - 1, shown, shown + 1, pages].filter((number) => number >= 1 && number <= pages)
  const numbers = [...new Set(near)].toSorted((a, b) => a - b)
  return numbers.flatMap((number, place) => {
    const before = numbers[place - 1] ?? 0
    if (number - before === 2) return [number - 1, number]
    return number - before > 2 ? [null, number] : [number]
  })
}
