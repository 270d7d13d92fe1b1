import { formatUsage } from '../../apps/server/src/cli/command.ts'
import { commands } from '../../apps/server/src/cli/commands.ts'
import { generatedNote, table } from './json-schema.ts'

const introduction = `# Commands

${generatedNote}

\`npm run hub -- <command>\` works on the database of a running or a stopped hub, with the same environment. Commands repeat the calls of the
[operator API](console.md), so they do what the console does; [support](support.md) explains them. An argument \`<player>\` is an id or an
email, \`<payment>\` a payment id of the hub or of the provider, or a receipt number, \`<operator>\` an id or an email. \`--json\` prints the
response of the call.
`

/** `docs/operate/commands.md`. */
export function commandsPage(): string {
  const sections = [...groupCommands()].map(([area, names]) => {
    const rows = names.map((name) => {
      const command = commands[name]
      return command ? [`\`${formatUsage(name, command)}\``, command.purpose] : []
    })
    return `## ${area}\n\n${table(['command', 'purpose'], rows)}`
  })
  return [introduction, ...sections].join('\n')
}

/** A row per area: a link to its section, and its commands. */
export function listCommandRows(): string[][] {
  return [...groupCommands()].map(([area, names]) => [
    `[${area}](commands.md#${area})`,
    names.map((name) => `\`${name}\``).join(', '),
  ])
}

/** Names by their first word, in order. */
function groupCommands(): Map<string, string[]> {
  const names = Object.keys(commands).toSorted()
  return Map.groupBy(names, (name) => name.split(' ')[0] ?? name)
}
