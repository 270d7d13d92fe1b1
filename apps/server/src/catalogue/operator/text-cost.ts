/** Structure of a YAML file: 480 items in two languages have it. Checking more would hold the hub up for a second. */
const maxYamlMarks = 12_000

/** Rendering takes time with the square of the marks in a paragraph: 2,000 in one take a third of a second. */
const maxSquaredMarks = 4_000_000
/** A table has as many cells in each row as in its widest, written or not. */
const maxCells = 50_000
/** Quotes and lists in each other, which begin a line. */
const maxNesting = 40

/** Tells if a hub would take too long over a text that somebody writes in the console. */
export const isCostly = (path: string, text: string): boolean =>
  path.endsWith('.yaml') ? countYamlMarks(text) > maxYamlMarks : isCostlyMarkdown(text)

const countYamlMarks = (yaml: string): number => yaml.match(/[\n,:[\]{}*&]/g)?.length ?? 0

function isCostlyMarkdown(markdown: string): boolean {
  const lines = markdown.split('\n')
  const widest = lines.reduce((most, line) => Math.max(most, line.split('|').length), 0)
  if (widest > 2 && widest * lines.length > maxCells) return true
  if (lines.some((line) => (nesting.exec(line)?.[0].length ?? 0) > maxNesting)) return true
  const squares = markdown.split(paragraphEnd).map((text) => (text.match(/[*_~`[<]/g)?.length ?? 0) ** 2)
  return squares.reduce((sum, square) => sum + square, 0) > maxSquaredMarks
}

const nesting = /^(?:\s|>|[-+*](?=\s)|\d{1,9}[.)](?=\s))*/

/** A blank line, or the next entry of a list. */
const paragraphEnd = /\n\s*\n|\n(?= {0,3}[-+*]\s)/
