import * as z from 'zod'
import { Id, Instant, result } from '../../shapes.ts'
import { PersonalText, PlainText } from '../personal.ts'
import { project, route, WithReason } from '../route.ts'

/** The request to publish a draft. */
export const DraftReview = z
  .object({
    reason: z.string().describe('Its editor has written it'),
    requestedAt: Instant,
    isChanged: z.boolean().describe('The draft was changed since'),
    declined: z
      .object({ operator: PlainText, at: Instant, reason: z.string().describe('Its editor reads it') })
      .nullable()
      .describe('Null while it waits'),
  })
  .meta({ id: 'DraftReview' })
export type DraftReview = z.infer<typeof DraftReview>

/** A draft of another operator that the caller is asked to publish. */
export const WaitingReview = z.object({
  operatorId: Id,
  operator: PlainText,
  project: z.string(),
  reason: PersonalText,
  requestedAt: Instant,
})

const Draft = z.object({ project })
const done = result(z.literal(true))

/** An editor without the right to publish asks for it. */
export const reviewRoutes = {
  'POST /content/drafts/{project}/review': route({
    summary: "Ask those who may publish to publish the caller's draft",
    permission: 'content.edit',
    command: { none: 'a shell has no drafts' },
    params: Draft,
    body: WithReason,
    response: done,
    refusals: ['PROJECT_NOT_FOUND', 'CONTENT_IN_FOLDER', 'DRAFT_EMPTY'],
  }),
  'POST /content/drafts/{project}/review/withdraw': route({
    summary: 'Ask no more',
    permission: 'content.edit',
    command: { none: 'a shell has no drafts' },
    params: Draft,
    response: done,
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'POST /content/drafts/{project}/review/decline': route({
    summary: "Decline to publish another operator's draft, which stays",
    permission: 'content.publish',
    command: { none: 'a shell has no drafts' },
    params: Draft,
    body: WithReason.extend({ operator: Id }),
    response: done,
    refusals: ['PROJECT_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
} as const
