import type { LogEntry } from './run-log.ts'

type Line = { title: string; state: string; text: string }

/** A run as Markdown, for an issue or a message to the operator. */
export function toReport(run: {
  title: string
  url: string
  lines: Line[]
  entries: readonly LogEntry[]
}): string {
  const checks = run.lines.map(
    ({ title, state, text }) => `| ${cell(title)} | ${cell(state)} | ${cell(text)} |`,
  )
  const log = run.entries.map(
    ({ atMs, kind, code, details }) => `${(atMs / 1000).toFixed(1)} ${kind} ${code} ${details}`,
  )
  return [
    `# ${run.title}`,
    '',
    `<${run.url}>`,
    '',
    '| | | |',
    '| --- | --- | --- |',
    ...checks,
    '',
    '```',
    ...log.map((line) => line.replaceAll('```', "'''").trimEnd()),
    '```',
    '',
  ].join('\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
