import type { RecordedCall, RecordedEvent } from '@playhub/sandbox'
import * as z from 'zod'

/** A provider's documented schemas: its calls, error response and events. */
export type Documents = {
  calls: Record<string, { request: z.ZodType | null; response: z.ZodType }>
  failure: z.ZodType
  event: z.ZodType
}

/** @returns  one line per traffic field missing from the documents or described differently */
export function findMismatches(recorded: (RecordedCall | RecordedEvent)[], documents: Documents): string[] {
  const mismatches = recorded.flatMap((one) =>
    one.kind === 'event'
      ? mismatchesIn('event', documents.event, one.body)
      : listCallMismatches(one, documents),
  )
  return [...new Set(mismatches)]
}

function listCallMismatches(call: RecordedCall, { calls, failure }: Documents): string[] {
  const { operation, status, requestBody, responseBody } = call
  const documented = calls[operation]
  if (!documented) return [`${operation} is in no document`]
  if (status !== 200)
    return responseBody === '' ? [] : mismatchesIn(`${operation} (${status})`, failure, responseBody)
  return [
    ...(documented.request ? mismatchesIn(`request of ${operation}`, documented.request, requestBody) : []),
    ...mismatchesIn(operation, documented.response, responseBody),
  ]
}

function mismatchesIn(where: string, schema: z.ZodType, body: string): string[] {
  const result = schema.safeParse(JSON.parse(body || '{}'))
  if (result.success) return []
  return result.error.issues.map((issue) => `${where}: ${issue.path.join('.')} ${issue.message}`)
}

/** Fields in our schema missing from the document's. */
export function findUnnamed(ours: z.ZodType, documented: z.ZodType, path = ''): string[] {
  const [own, theirs] = [unwrap(ours), unwrap(documented)]
  if (own instanceof z.ZodArray && theirs instanceof z.ZodArray) {
    return findUnnamed(own.element as z.ZodType, theirs.element as z.ZodType, `${path}[]`)
  }
  if (!(own instanceof z.ZodObject)) return []
  const options = theirs instanceof z.ZodDiscriminatedUnion ? theirs.options : [theirs]
  const shapes = options
    .map((option) => unwrap(option as z.ZodType))
    .filter((one) => one instanceof z.ZodObject)
  return Object.entries(own.shape).flatMap(([name, inner]) => {
    const named = shapes.flatMap((shape) => (name in shape.shape ? [shape.shape[name] as z.ZodType] : []))
    const at = path === '' ? name : `${path}.${name}`
    if (named.length === 0) return [at]
    return (
      named.map((one) => findUnnamed(inner as z.ZodType, one, at)).sort((a, b) => a.length - b.length)[0] ??
      []
    )
  })
}

/** Strips `optional`, `nullish`, `default` and transformations. */
function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return unwrap(schema.in as z.ZodType)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrap(schema.unwrap() as z.ZodType)
  }
  return schema
}
