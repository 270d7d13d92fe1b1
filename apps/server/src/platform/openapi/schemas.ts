import * as z from 'zod'

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  description?: string
  [keyword: string]: unknown
}

const definitionPrefix = '#/$defs/'
export const componentPrefix = '#/components/schemas/'

/** Turns shapes into JSON Schema; those with a name of their own are kept once, as components. */
export function createSchemaCollection() {
  const components: Record<string, JsonSchema> = {}

  /** @param side  `input` is what a caller may send, `output` what comes back. */
  function add(shape: z.ZodType, side: 'input' | 'output'): JsonSchema {
    const { $schema, $defs, ...schema } = z.toJSONSchema(shape, { io: side, unrepresentable: 'any' })
    for (const [name, definition] of Object.entries($defs ?? {})) {
      components[name] = toComponent(definition as JsonSchema)
    }
    const { id } = schema
    if (typeof id !== 'string') return toComponent(schema as JsonSchema)
    components[id] = toComponent(schema as JsonSchema)
    return { $ref: `${componentPrefix}${id}` }
  }

  return { components, add }
}

function toComponent({ id: _, ...schema }: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll(`"${definitionPrefix}`, `"${componentPrefix}`))
}
