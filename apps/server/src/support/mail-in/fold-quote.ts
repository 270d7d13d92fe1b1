/** Lines with which mail programs begin the message that is replied to. */
const introductions = [
  /^\s*(On|Am|Le|El|Il)\b.{4,200}(wrote|schrieb|écrit|escribió|ha scritto)\s*:\s*$/i,
  /^.{4,200}(писал|пишет|написал)(\(?а\)?)?\s*:\s*$/i,
  /^\s*.{0,100}<[^<>\s]+@[^<>\s]+>\s*:\s*$/,
  /^\s*-{2,}\s*(Original Message|Исходное сообщение|Пересылаемое сообщение|Forwarded message)\b.{0,40}$/i,
  /^\s*_{20,}\s*$/,
]
const isQuoted = (line: string) => /^\s*>/.test(line)
const maxLines = 5000

/**
 * Splits a reply from the message that it quotes.
 * @returns  `quoted` is everything from the quote's beginning; null without one. A reply between quoted lines stays whole.
 */
export function foldQuote(text: string): { text: string; quoted: string | null } {
  const lines = text.split('\n', maxLines + 1)
  if (lines.length > maxLines) return { text, quoted: null }
  const start = findQuote(lines)
  const reply = lines.slice(0, start).join('\n').trim()
  const quoted = lines.slice(start).join('\n').trim()
  if (reply === '' || quoted === '') return { text: text.trim(), quoted: null }
  return { text: reply, quoted }
}

function findQuote(lines: string[]): number {
  const introduced = lines.findIndex((_, index) => isIntroduction(lines, index))
  if (introduced >= 0) return introduced
  const lastOwn = lines.findLastIndex((line) => line.trim() !== '' && !isQuoted(line))
  const first = lines.findIndex(isQuoted)
  return first > lastOwn ? first : lines.length
}

/** Long introductions are wrapped; one before an answer between quoted lines introduces no end. */
function isIntroduction(lines: string[], index: number): boolean {
  const line = lines[index] ?? ''
  const wrapped = `${line} ${lines[index + 1] ?? ''}`
  if (line.trim() === '' || !introductions.some((pattern) => pattern.test(line) || pattern.test(wrapped)))
    return false
  const rest = lines.slice(index + 1)
  const firstQuoted = rest.findIndex(isQuoted)
  if (firstQuoted < 0) return true
  return !rest.slice(firstQuoted).some((each) => each.trim() !== '' && !isQuoted(each))
}
