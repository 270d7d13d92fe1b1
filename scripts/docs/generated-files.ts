import * as z from 'zod'
import { HubFile, PageFile, ProjectFile } from '../../apps/server/src/catalogue/content.ts'
import { commandsPage } from './commands-page.ts'
import { consolePage } from './console-page.ts'
import { contentPage } from './content-page.ts'
import { decisionsPage } from './decisions-page.ts'
import { environmentPage } from './environment-page.ts'
import { exportsPage } from './exports-page.ts'
import type { JsonSchema } from './json-schema.ts'
import { operatorsPage } from './operators-page.ts'

/** Content folder files by schema name. */
export const contentFiles = {
  hub: { file: 'hub.yaml', schema: HubFile },
  project: { file: 'projects/<project>.yaml', schema: ProjectFile },
  page: { file: 'pages/<page>.yaml', schema: PageFile },
}

/** Every generated file with its text, by path from the repository's root. */
export function generatedFiles(): Record<string, string> {
  const schemas = Object.entries(contentFiles).map(([name, { file, schema }]) => ({
    name,
    file,
    schema: toEditorSchema(schema),
  }))
  const operatorPages = {
    'docs/operate/environment.md': environmentPage(),
    'docs/operate/content.md': contentPage(schemas),
    'docs/operate/console.md': consolePage(),
    'docs/operate/exports.md': exportsPage(),
    'docs/operate/commands.md': commandsPage(),
  }
  return {
    ...operatorPages,
    'docs/operate/README.md': operatorsPage(operatorPages),
    'docs/decisions/README.md': decisionsPage(),
    ...Object.fromEntries(
      schemas.map(({ name, schema }) => [
        `content/schema/${name}.json`,
        `${JSON.stringify(schema, null, 2)}\n`,
      ]),
    ),
  }
}

/** Addresses may contain placeholders such as `${GAMES_URL}`, which are no URIs yet. */
function toEditorSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== 'uri') return
      delete jsonSchema.format
      jsonSchema.pattern = '^(https?://|\\$\\{)'
    },
  }) as JsonSchema
}
