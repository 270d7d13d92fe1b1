const contextLines = 3

/**
 * Describes a change of a file as a patch for `git apply` and `patch -p1` in the content folder.
 * @param before  Null for a new file.
 * @param after   Null deletes the file.
 * @returns a unified diff with one hunk, from the first line that differs to the last; null without a difference
 */
export function makePatch(path: string, before: string | null, after: string | null): string | null {
  if (before === after) return null
  const old = splitLines(before)
  const next = splitLines(after)
  const shorter = Math.min(old.length, next.length)
  let start = 0
  while (start < shorter && old[start] === next[start]) start += 1
  let same = 0
  while (same < shorter - start && old.at(-1 - same) === next.at(-1 - same)) same += 1
  const from = Math.max(0, start - contextLines)
  const kept = Math.min(same, contextLines)
  const oldEnd = old.length - same
  const nextEnd = next.length - same
  const hunk = [
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...old.slice(start, oldEnd).map((line) => `-${line}`),
    ...next.slice(start, nextEnd).map((line) => `+${line}`),
    ...old.slice(oldEnd, oldEnd + kept).map((line) => ` ${line}`),
  ]
  const range = (count: number) => `${count === 0 ? from : from + 1},${count}`
  return [
    `--- ${before === null ? '/dev/null' : quoteName(`a/${path}`)}\n`,
    `+++ ${after === null ? '/dev/null' : quoteName(`b/${path}`)}\n`,
    `@@ -${range(oldEnd + kept - from)} +${range(nextEnd + kept - from)} @@\n`,
    ...hunk.map((line) => (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`)),
  ].join('')
}

/** With their ends. */
const splitLines = (text: string | null): string[] => (text ? text.split(/(?<=\n)/) : [])

/** As Git quotes a name; a tab ends one with a space. */
function quoteName(name: string): string {
  if (/^[\x20-\x7e]+$/.test(name) && !/["\\]/.test(name)) return name.includes(' ') ? `${name}\t` : name
  const toQuoted = (byte: number) => {
    const character = String.fromCharCode(byte)
    if (byte < 0x20 || byte > 0x7e) return `\\${byte.toString(8).padStart(3, '0')}`
    return character === '"' || character === '\\' ? `\\${character}` : character
  }
  return `"${[...Buffer.from(name)].map(toQuoted).join('')}"`
}
