import { parseUrl } from '@playhub/contract/browsers/newer-builtins'
import type { LogEntry } from './run-log.ts'

/** A check of a game. Without `lines` and `entries` the game did not run. */
export type Report = {
  title: string
  /** The game's URL, or the name of its build. */
  subject: string
  problems?: { path: string | null; text: string }[]
  lines?: { title: string; state: string; text: string }[]
  /** A game's used calls of a portal's SDK. */
  uses?: { name: string; count: number; support: string }[]
  /** Lines of the project's file. */
  yaml?: string
  entries?: readonly LogEntry[]
}

/** The report as Markdown, which fits an issue or a message to the operator. */
export function toMarkdown({
  title,
  subject,
  problems = [],
  lines = [],
  uses = [],
  yaml,
  entries = [],
}: Report): string {
  const found = problems.map(({ path, text }) => `- ${path === null ? '' : `\`${path}\`: `}${oneLine(text)}`)
  const checks = lines.map((line) => `| ${cell(line.title)} | ${cell(line.state)} | ${cell(line.text)} |`)
  const log = entries.map(
    ({ atMs, kind, code, details }) => `${(atMs / 1000).toFixed(1)} ${kind} ${code} ${details}`,
  )
  return [
    `# ${title}`,
    parseUrl(subject) ? `<${subject}>` : subject,
    found.join('\n'),
    lines.length > 0 && ['| | | |', '| --- | --- | --- |', ...checks].join('\n'),
    uses.length > 0 &&
      [
        '| | | |',
        '| --- | --- | --- |',
        ...uses.map(({ name, count, support }) => `| \`${cell(name)}\` | ${count} | ${cell(support)} |`),
      ].join('\n'),
    yaml && ['```yaml', withoutFences(yaml), '```'].join('\n'),
    entries.length > 0 && ['```', ...log.map((line) => withoutFences(line).trimEnd()), '```'].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}

const withoutFences = (text: string) => text.replaceAll('```', "'''")
const oneLine = (text: string) => text.replaceAll('\n', ' ')
const cell = (text: string) => oneLine(text.replaceAll('|', '\\|'))
