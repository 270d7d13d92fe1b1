import type { FramePermission } from '@playhub/contract'
import {
  describeForm,
  formatDefault,
  generatedNote,
  type JsonSchema,
  kindName,
  table,
} from './json-schema.ts'

type ContentFile = { name: string; file: string; schema: JsonSchema }

/** A field with its parents' names: `game.seo.title`, `items[].price.RUB`. */
export type Field = { path: string; schema: JsonSchema; isRequired: boolean }

export function listFields({ properties = {}, required = [] }: JsonSchema, prefix = ''): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`
    const isRequired = required.includes(name)
    const inner = schema.properties
      ? listFields(schema, `${path}.`)
      : schema.items
        ? listFields(mergeKinds(schema.items), `${path}[].`)
        : []
    return [{ path, schema, isRequired }, ...inner]
  })
}

/** One group of fields for entries of several kinds. A field that not all have says which do. */
function mergeKinds(schema: JsonSchema): JsonSchema {
  const { oneOf: kinds } = schema
  if (!kinds) return schema
  const names = [...new Set(kinds.flatMap(({ properties = {} }) => Object.keys(properties)))]
  const isConstant = (name: string) =>
    kinds.every(({ properties }) => properties?.[name]?.const !== undefined)
  const constant = names.find(isConstant) ?? ''
  const nameKind = ({ properties }: JsonSchema) => properties?.[constant]?.const ?? ''
  const properties = names.map((name): [string, JsonSchema] => {
    if (name === constant) return [name, { enum: kinds.map(nameKind), description: 'Which fields it has.' }]
    const having = kinds.filter((kind) => kind.properties?.[name])
    const field = having[0]?.properties?.[name] ?? {}
    const only =
      having.length < kinds.length ? ` Of ${having.map((kind) => `\`${nameKind(kind)}\``).join(', ')}.` : ''
    return [name, { ...field, description: `${field.description ?? ''}${only}`.trim() }]
  })
  const required = names.filter((name) =>
    kinds.every((kind) => !kind.properties?.[name] || kind.required?.includes(name)),
  )
  return { properties: Object.fromEntries(properties), required }
}

const introduction = `# Content

${generatedNote}

The content folder (\`CONTENT_DIR\`) holds YAML files, documents in Markdown and pictures:

\`\`\`
hub.yaml                         the operator and the settings of the hub
projects/<project>.yaml          a game with its items; the name of the file is the project's id
pages/<page>.yaml                metadata of pages: default, catalogue, game, prices, document
pages/<project>/<page>.yaml      the same for a tenant's own host
docs/<name>.<language>.md        documents; the first line is the title
languages/<language>/            a further language, as docs/languages.md says
main_images/  static_files/      pictures and other files, served at the same path
schema/                          JSON Schemas, with which editors complete and check the YAML files
\`\`\`

\`npm run hub -- content check\` reports every error with file, line and field. A running hub takes changes within 5 seconds, at once on
\`SIGHUP\`, and keeps the last valid version on errors. \`content check\`, \`/readyz\` and the metrics show the version in use and one that was
rejected (\`playhub_content_rejected\`).

Files are UTF-8, with or without a byte order mark. A file or folder that nobody reads, such as \`game.yml\`, is an error, and so is one that
cannot be read. Not counted are hidden files, those that editors leave (\`x~\`, \`#x#\`, \`.swp\`), \`lost+found\`, \`Thumbs.db\`
and \`desktop.ini\`. \`README\`, \`LICENSE\`, \`NOTICE\` and \`CHANGELOG\` may lie anywhere.

\`\${PUBLIC_URL}\`, \`\${GAMES_URL}\` and \`\${SANDBOX_URL}\` in a text are replaced by the variable. An entry with an empty one is left out.

## In the console or in a folder

Hubs read \`CONTENT_DIR\` until an owner chooses Content → Edit in the browser in the console, or \`npm run hub -- content import <folder>\`
is run. From then on the database has the content, every hub uses its newest version within 5 seconds, and the console edits it: drafts, checks,
publishing, history. Copies are in \`DATA_DIR/content-cache\`; nothing is edited there. \`content export <folder>\` writes the files byte
for byte, \`content versions\` lists who published what, \`content restore <n>\` publishes an earlier version again (after a return to the
folder, too, which ends with it), and \`content use-folder\` returns to the folder. These three need an owner of all projects.

A file of more than about 480 items in two languages, or 300,000 characters, is changed in a folder, too: checking it at each
pause would hold the hub up.

\`hub.yaml\`, languages and SVG files are changed in a folder: export, change, import. Owners publish; with \`console.producersPublish\` in
\`hub.yaml\` producers publish their own projects. Other producers ask: the draft is on the owners' home page until one of them publishes or
declines it, or the producer withdraws. An earlier release of the hub reads the folder only: export
into it before a rollback.

While hubs read a folder, the Source tab of a game checks a change and gives it as a patch: \`git apply <project>.patch\` or
\`patch -p1\` in the content folder. The hub stores nothing of it.

## Files

Editors with a YAML language server read the first line of a file, such as
\`# yaml-language-server: $schema=../schema/project.json\`.
`

const permissions: Record<FramePermission, string> = {
  accelerometer: 'Motion of the device.',
  autoplay: 'Sound and video without a tap.',
  camera: 'The camera, after the player agrees.',
  'clipboard-write': 'Copies to the clipboard.',
  fullscreen: 'Fills the screen.',
  gamepad: 'Gamepads.',
  gyroscope: 'Rotation of the device.',
  microphone: 'The microphone, after the player agrees.',
  'screen-wake-lock': 'Keeps the screen on.',
  'web-share': 'Opens the share sheet of the device.',
  'xr-spatial-tracking': 'Virtual and augmented reality.',
  downloads: 'Saves files.',
  modals: 'Browser dialogs such as `alert` and `confirm`.',
  'orientation-lock': 'Keeps portrait or landscape.',
  popups: 'Opens other windows, without the restrictions of the frame.',
}

const permissionsSection = `## Permissions of the frame

${table(
  ['`framePermissions`', 'what the game may use'],
  Object.entries(permissions).map(([name, use]) => [`\`${name}\``, use]),
)}
`

export function contentPage(files: ContentFile[]): string {
  const definitions = Object.entries(Object.assign({}, ...files.map(({ schema }) => schema.definitions)))
  const sections = files.map(({ file, schema }) => {
    const rows = listFields(schema).map(({ path, schema: field, isRequired }) => [
      `\`${path}\``,
      describeForm(field),
      isRequired ? 'required' : formatDefault(field),
      field.description ?? '',
    ])
    return `## \`${file}\`\n\n${table(['field', 'value', 'default', 'what it is'], rows)}\n`
  })
  const kinds = definitions.map(
    ([name, schema]) => `- **${kindName(name)}**: ${(schema as JsonSchema).description}`,
  )
  return [introduction, ...sections, permissionsSection, `## Values\n\n${kinds.join('\n')}\n`].join('\n')
}
