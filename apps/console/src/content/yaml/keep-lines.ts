/**
 * Applies the difference between two printed texts to the text that they were printed from, so its other lines stay as
 * they were typed.
 * @param source  As typed.
 * @param before  The source as the library prints it: with other spaces and fewer blank lines.
 * @param after   The same with a change.
 */
export function keepLines(source: string, before: string, after: string): string {
  const [typed, printed, changed] = [source, before, after].map(toLines) as [string[], string[], string[]]
  const start = countEqual(printed, changed)
  const limit = Math.min(printed.length, changed.length) - start
  const end = Math.min(countEqual([...printed].reverse(), [...changed].reverse()), limit)
  const head = findLine(typed, printed, start)
  const tail = findLine([...typed].reverse(), [...printed].reverse(), end)
  if (head === undefined || tail === undefined || head + tail > typed.length) return after
  const lines = [
    ...typed.slice(0, head),
    ...changed.slice(start, changed.length - end),
    ...typed.slice(typed.length - tail),
  ]
  return lines.join('\n') + (source.endsWith('\n') || source === '' ? '\n' : '')
}

const toLines = (text: string) => text.replace(/\n$/, '').split('\n')

function countEqual(one: string[], other: string[]): number {
  const index = one.findIndex((line, place) => line !== other[place])
  return index === -1 ? one.length : index
}

/** @returns how many typed lines stand for the first printed ones; undefined where they do not match */
function findLine(typed: string[], printed: string[], count: number): number | undefined {
  let place = 0
  for (const line of printed.slice(0, count)) {
    while (isBlank(typed[place]) && !isBlank(line)) place++
    if (squeeze(typed[place]) !== squeeze(line)) return undefined
    place++
  }
  return place
}

const squeeze = (line = '') => line.replaceAll(/\s/g, '')
const isBlank = (line: string | undefined) => line !== undefined && squeeze(line) === ''
