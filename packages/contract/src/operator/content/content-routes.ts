import * as z from 'zod'
import { recognisedLanguages } from '../../languages.ts'
import { Id, Instant, result } from '../../shapes.ts'
import { maxContentText } from '../content-files.ts'
import { PersonalText, PlainText } from '../personal.ts'
import { PageQuery, project, reason, route, WithReason } from '../route.ts'
import { page, Sentence } from '../shapes.ts'
import { DraftReview, WaitingReview } from './review-routes.ts'

/** Below the content folder, with `/`; no segment is `.` or `..`. */
export const ContentPath = z
  .string()
  .min(1)
  .max(300)
  .regex(/^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\\\p{Cc}]+$/u)

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const VersionNumber = z.coerce.number().int().min(1).max(2_147_483_647)
/** Of a draft. */
const Draft = z.object({ project })
/** Who publishes may see the drafts of others, too. */
const draftOwner = Id.optional().describe(
  "Id of the operator whose draft it is. Default: the caller's; others need `content.publish`",
)
const DraftFile = Draft.extend({ path: ContentPath })

export const contentSources = ['folder', 'database'] as const
export const fileChanges = ['added', 'changed', 'deleted'] as const

/** Another operator's draft of the same files. */
const Editor = z.object({
  operatorId: Id,
  operator: PlainText,
  project: z.string(),
  path: z.string(),
  savedAt: Instant,
})

export const ContentProject = z
  .object({
    id: z.string(),
    name: PlainText,
    isActive: z.boolean().describe('False while it is switched off'),
    isListed: z.boolean().describe('False for a game outside the catalogue'),
    order: z.number().describe('Its place in the catalogue, ascending'),
    items: z.int(),
    missingTexts: z
      .array(z.enum(recognisedLanguages))
      .describe('Offered languages in which a text is missing'),
    hasDraft: z.boolean().describe("The caller's"),
    review: z
      .enum(['waiting', 'declined'])
      .nullable()
      .describe("Of the caller's draft; null unless it is asked for"),
    canEdit: z.boolean(),
  })
  .meta({ id: 'ContentProject' })
export type ContentProject = z.infer<typeof ContentProject>

export const ContentState = z
  .object({
    source: z.enum(contentSources),
    version: z
      .union([z.int(), z.string()])
      .describe('Number of the version; in a folder, a hash over its files'),
    folder: z
      .string()
      .nullable()
      .describe('Path that is read, for operators of all projects; null for others'),
    problems: z.array(Sentence).describe('What is wrong with the newest content, which is not in use'),
    projects: z.array(ContentProject),
    documents: z.array(
      z.object({
        name: z.string(),
        language: z.enum(recognisedLanguages),
        title: PlainText,
        path: z.string(),
      }),
    ),
    languages: z.array(z.enum(recognisedLanguages)).describe('Offered, the default one first'),
    editors: z.array(Editor).describe('Drafts of others'),
    waiting: z.array(WaitingReview).describe('Drafts of others that the caller is asked to publish'),
    site: z.object({ brand: PlainText, url: z.string() }),
    canEditHub: z.boolean().describe('Documents, pages and hub.yaml'),
  })
  .meta({ id: 'ContentState' })
export type ContentState = z.infer<typeof ContentState>

/** A value of a file that differs between two contents. */
const FieldChange = z.object({
  field: PlainText.describe('Such as `items.gold.price.USD`; empty for a whole file'),
  before: PlainText.nullable(),
  after: PlainText.nullable(),
})

export const FileChange = z
  .object({
    path: z.string(),
    change: z.enum(fileChanges),
    fields: z.array(FieldChange).describe('At most 200; empty for pictures'),
  })
  .meta({ id: 'FileChange' })
export type FileChange = z.infer<typeof FileChange>

export const ContentVersion = z
  .object({
    number: z.int(),
    createdAt: Instant,
    source: z.enum(contentSources),
    operator: PlainText,
    reason: PersonalText.nullable(),
    restores: z.int().nullable().describe('Number of the version whose files it has again'),
    changedFiles: z.int(),
  })
  .meta({ id: 'ContentVersion' })
export type ContentVersion = z.infer<typeof ContentVersion>

/** Which value of a conflict is published. */
export const conflictSides = ['draft', 'published'] as const

const ConflictId = z.string().regex(/^[0-9a-f]{16}$/)

/** A value that the draft changes and somebody else has published differently since. */
export const DraftConflict = z
  .object({
    id: ConflictId.describe('Of the field with both values: another value is another conflict'),
    path: z.string(),
    field: PlainText.describe('Such as `items.0.price.USD`; empty for a whole file'),
    draft: PlainText.nullable().describe('Null where the draft deletes it; empty for a picture'),
    published: PlainText.nullable().describe('Null where it was deleted; empty for a picture'),
  })
  .meta({ id: 'DraftConflict' })
export type DraftConflict = z.infer<typeof DraftConflict>

export const ContentDraft = z
  .object({
    project: z.string(),
    sha256: Sha256.describe('Of the draft as a whole. Who publishes it names what was read'),
    review: DraftReview.nullable().describe('Null unless its editor asks for it to be published'),
    files: z.array(FileChange),
    conflicts: z
      .array(DraftConflict)
      .describe('Who publishes chooses one value of each. Elsewhere the draft has its own'),
    problems: z.array(Sentence).describe('What keeps it from being published'),
    gaps: z.array(Sentence).describe('What players would see in another language, drawn or empty'),
    warnings: z.array(Sentence).describe('What may be wrong with its offers'),
    effects: z.array(Sentence).describe('What publishing changes for players'),
    editors: z.array(Editor),
    canPublish: z.boolean(),
    needsReauthentication: z.boolean().describe('A price, provider, origin, address or document changes'),
  })
  .meta({ id: 'ContentDraft' })
export type ContentDraft = z.infer<typeof ContentDraft>

export const DraftText = z
  .object({
    path: z.string(),
    text: PlainText.nullable().describe(
      'Null for a file that the draft deletes, and for one that is not there',
    ),
    sha256: Sha256.nullable().describe('Of the text'),
    baseSha256: Sha256.nullable().describe('Of the published text; null for a new file'),
    publishedText: PlainText.nullable(),
    problems: z.array(Sentence).describe('Those of this file'),
    merged: z.array(PlainText).describe('Fields that somebody else published meanwhile, now in the text'),
    editors: z.array(Editor).describe('Others who change the same file'),
  })
  .meta({ id: 'DraftText' })
export type DraftText = z.infer<typeof DraftText>

export const CheckedText = DraftText.extend({
  patch: PlainText.nullable().describe(
    'The change, for `git apply` and `patch -p1` in the content folder; null without one',
  ),
}).meta({ id: 'CheckedText' })
export type CheckedText = z.infer<typeof CheckedText>

const TextBody = z.object({
  text: z.string().max(maxContentText).nullable(),
  baseSha256: Sha256.nullable().describe('Of the published text that the change began with; null for none'),
})

const published = result(z.object({ version: z.int() }))

export const contentRoutes = {
  'GET /content': route({
    summary: 'Where the content is read, its version, and its projects and documents',
    permission: 'content.read',
    command: { name: 'content show' },
    response: result(ContentState),
  }),
  'GET /content/versions': route({
    summary: 'Versions of the content in the database, the newest first',
    permission: 'content.read',
    command: {
      name: 'content versions',
      columns: ['number', 'createdAt', 'source', 'operator', 'changedFiles', 'restores', 'reason'],
    },
    query: PageQuery,
    response: page(ContentVersion),
  }),
  'GET /content/versions/{number}': route({
    summary: 'What a version changed, by file and field',
    permission: 'content.read',
    command: { name: 'content version', arguments: { version: 'number' } },
    params: z.object({ number: VersionNumber }),
    response: result(ContentVersion.extend({ files: z.array(FileChange) })),
    refusals: ['CONTENT_VERSION_NOT_FOUND'],
  }),
  'POST /content/versions/{number}/restore': route({
    summary: 'Publish the files of an earlier version again',
    permission: 'content.manage',
    needsReauthentication: true,
    command: {
      name: 'content restore',
      arguments: { version: 'number' },
      needs: ['reason'],
      says: 'The content of version {number} is version {version} now. Every hub uses it within 5 seconds.',
    },
    params: z.object({ number: VersionNumber }),
    body: WithReason,
    response: published,
    refusals: ['CONTENT_VERSION_NOT_FOUND', 'CONTENT_INVALID', 'EDIT_CONFLICT'],
  }),
  'POST /content/import': route({
    summary: "Take the hub's folder into the database, so that the content is edited in the browser",
    permission: 'content.manage',
    needsReauthentication: true,
    command: { none: '`content import` reads a folder of the machine on which it runs' },
    body: WithReason,
    response: published,
    refusals: ['CONTENT_INVALID', 'CONTENT_IN_DATABASE', 'CONTENT_FILE_TOO_LARGE', 'EDIT_CONFLICT'],
  }),
  'POST /content/use-folder': route({
    summary: 'Read the content from the folder again',
    permission: 'content.manage',
    needsReauthentication: true,
    command: {
      name: 'content use-folder',
      needs: [],
      says: 'Every hub reads the content from its folder within 5 seconds.',
    },
    body: z.object({ reason: reason.optional() }),
    response: published,
    refusals: ['CONTENT_IN_FOLDER', 'EDIT_CONFLICT'],
  }),
  'GET /content/drafts/{project}': route({
    summary: "The caller's changes to a project's files, or with `_hub` to all others, checked",
    permission: 'content.edit',
    command: { none: 'a shell has no drafts' },
    params: Draft,
    query: z.object({
      operator: draftOwner,
      published: z
        .string()
        .max(8000)
        .regex(/^[0-9a-f]{16}(,[0-9a-f]{16})*$/)
        .optional()
        .describe('Ids of conflicts in which the published value stays, with commas'),
    }),
    response: result(ContentDraft),
    refusals: ['PROJECT_NOT_FOUND', 'CONTENT_IN_FOLDER'],
  }),
  'GET /content/drafts/{project}/files/{path}': route({
    summary: "A text file as the caller's draft has it, else as it is published",
    permission: 'content.edit',
    command: { none: 'a shell has no drafts' },
    params: DraftFile,
    response: result(DraftText),
    refusals: ['PROJECT_NOT_FOUND', 'CONTENT_FILE_NOT_FOUND'],
  }),
  'PUT /content/drafts/{project}/files/{path}': route({
    summary: 'Save a text file in the draft; null deletes it',
    permission: 'content.edit',
    command: { none: 'a shell has no drafts' },
    params: DraftFile,
    bodyBytes: 4 * maxContentText,
    body: TextBody.extend({
      over: Sha256.nullable()
        .optional()
        .describe("Of the draft's text that the change follows: what another tab has saved since is kept"),
    }),
    response: result(DraftText),
    refusals: [
      'PROJECT_NOT_FOUND',
      'CONTENT_FILE_NOT_FOUND',
      'CONTENT_IN_FOLDER',
      'EDIT_CONFLICT',
      'DRAFT_TOO_LARGE',
    ],
  }),
  'POST /content/drafts/{project}/files/{path}/patch': route({
    summary: 'Check a change of a text file in the folder, which stays as it is, and describe it as a patch',
    permission: 'content.edit',
    command: { none: 'a shell has `git diff`' },
    params: DraftFile,
    bodyBytes: 4 * maxContentText,
    body: TextBody,
    response: result(CheckedText),
    refusals: [
      'PROJECT_NOT_FOUND',
      'CONTENT_FILE_NOT_FOUND',
      'CONTENT_IN_DATABASE',
      'CONTENT_INVALID',
      'EDIT_CONFLICT',
      'DRAFT_TOO_LARGE',
    ],
  }),
  'POST /content/drafts/{project}/discard': route({
    summary: 'Forget the draft, or one of its files',
    permission: 'content.edit',
    command: { none: 'a shell has no drafts' },
    params: Draft,
    body: z.object({ path: ContentPath.optional() }),
    response: result(z.object({ files: z.int() })),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'POST /content/drafts/{project}/undo': route({
    summary: 'Take back a draft that was published within the last ten seconds',
    permission: 'content.edit',
    command: { none: 'a shell has no drafts' },
    params: Draft,
    body: WithReason.extend({ version: VersionNumber, operator: draftOwner }),
    response: published,
    refusals: ['PROJECT_NOT_FOUND', 'CONTENT_VERSION_NOT_FOUND', 'EDIT_CONFLICT', 'OPERATOR_FORBIDDEN'],
  }),
  'POST /content/drafts/{project}/publish': route({
    summary: 'Publish the draft as a version',
    permission: 'content.edit',
    command: { none: 'a shell has no drafts' },
    params: Draft,
    body: WithReason.extend({
      operator: draftOwner,
      sha256: Sha256.optional().describe('Of the draft that was read. Default: whatever it has'),
      choices: z
        .array(z.object({ conflict: ConflictId, side: z.enum(conflictSides) }))
        .max(500)
        .optional()
        .describe('One for each conflict of the draft'),
    }),
    response: published,
    refusals: [
      'PROJECT_NOT_FOUND',
      'CONTENT_IN_FOLDER',
      'CONTENT_INVALID',
      'DRAFT_EMPTY',
      'EDIT_CONFLICT',
      'PROOF_REQUIRED',
      'OPERATOR_FORBIDDEN',
    ],
  }),
} as const
