import * as z from 'zod'

/** Error response body (RFC 9457), `application/problem+json`. */
export const Problem = z
  .object({
    type: z
      .string()
      .describe('A URI reference for the kind of problem; "about:blank" when `code` identifies it'),
    title: z.string(),
    status: z.int(),
    code: z.string().describe('A refusal code'),
    detail: z.string().optional(),
    traceId: z.string().describe('The id of this request in the log'),
    errors: z
      .array(z.object({ field: z.string(), issue: z.string(), message: z.string() }))
      .optional()
      .describe('Validation issues by field'),
    details: z.record(z.string(), z.unknown()).optional().describe('Additional facts about the refusal'),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>
