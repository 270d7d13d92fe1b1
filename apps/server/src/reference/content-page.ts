import { defaultOf, formOf, generatedNote, type JsonSchema, kindName, table } from './json-schema.ts'

type ContentFile = { name: string; file: string; schema: JsonSchema }

/** A field with the names of its parents: `game.seo.title`, `items[].price.RUB`. */
export type Field = { path: string; schema: JsonSchema; isRequired: boolean }

export function fieldsOf({ properties = {}, required = [] }: JsonSchema, prefix = ''): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`
    const isRequired = required.includes(name)
    const inner = schema.properties
      ? fieldsOf(schema, `${path}.`)
      : schema.items
        ? fieldsOf(schema.items, `${path}[].`)
        : []
    return [{ path, schema, isRequired }, ...inner]
  })
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

\`npm run hub -- content check\` reports every mistake with file, line and field. A running hub takes changes within 5 seconds, at once on
\`SIGHUP\`, and keeps the last valid version on errors.

\`\${PUBLIC_URL}\`, \`\${GAMES_URL}\` and \`\${SANDBOX_URL}\` in a text are replaced by the variable. An entry with an empty one is left out.

Editors with a YAML language server read the first line of a file, such as
\`# yaml-language-server: $schema=../schema/project.json\`.
`

export function contentPage(files: ContentFile[]): string {
  const definitions = Object.entries(Object.assign({}, ...files.map(({ schema }) => schema.definitions)))
  const sections = files.map(({ file, schema }) => {
    const rows = fieldsOf(schema).map(({ path, schema: field, isRequired }) => [
      `\`${path}\``,
      formOf(field),
      isRequired ? 'required' : defaultOf(field),
      field.description ?? '',
    ])
    return `## \`${file}\`\n\n${table(['field', 'value', 'default', 'what it is'], rows)}\n`
  })
  const kinds = definitions.map(
    ([name, schema]) => `- **${kindName(name)}**: ${(schema as JsonSchema).description}`,
  )
  return [introduction, ...sections, `## Values\n\n${kinds.join('\n')}\n`].join('\n')
}
