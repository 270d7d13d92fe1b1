import * as z from 'zod'
import { recognisedLanguages } from '../../languages.ts'
import { offerAudiences } from '../../offers/kinds.ts'
import { Instant, result } from '../../shapes.ts'
import { PlainText } from '../personal.ts'
import { project, route } from '../route.ts'
import { ContentPath } from './content-routes.ts'

/** Of an upload. */
export const maxPictureBytes = 5 * 1024 * 1024
export const maxPixels = 40_000_000

/** `square`, `card` (4:3) and `hero` (16:9) are cut to their shape; a `logo` is only made smaller. */
export const pictureShapes = ['square', 'card', 'hero', 'logo'] as const
export type PictureShape = (typeof pictureShapes)[number]

const Pixels = z.coerce.number().int().min(0).max(maxPixels)
/** All four or none, in pixels of the upright picture. */
export const CropQuery = z.object({
  left: Pixels.optional(),
  top: Pixels.optional(),
  width: Pixels.min(1).optional(),
  height: Pixels.min(1).optional(),
})
export type CropQuery = z.infer<typeof CropQuery>

/** Below the content folder, with `main_images/`. */
const PictureParams = z.object({ project, path: ContentPath })

const StoredPicture = z.object({
  path: PlainText.describe('Below the content folder. Its ending tells the type.'),
  bytes: z.int(),
  width: z.int().nullable().describe('Null for a drawing and for what cannot be read'),
  height: z.int().nullable(),
})

export const ContentPicture = StoredPicture.extend({
  sha256: PlainText,
  isDraft: z.boolean().describe("True when the caller's draft has added or changed it"),
  uses: z.array(z.object({ path: PlainText, field: PlainText })).describe('Files and fields; none: unused'),
}).meta({ id: 'ContentPicture' })
export type ContentPicture = z.infer<typeof ContentPicture>

const pictureRefusals = [
  'PROJECT_NOT_FOUND',
  'CONTENT_FILE_NOT_FOUND',
  'CONTENT_IN_FOLDER',
  'DRAFT_TOO_LARGE',
  'PICTURE_TYPE_UNSUPPORTED',
  'PICTURE_TOO_LARGE',
  'PICTURE_TOO_MANY_PIXELS',
  'PICTURE_DAMAGED',
  'PICTURE_CROP_INVALID',
] as const

export const pictureRoutes = {
  'GET /content/drafts/{project}/pictures': route({
    summary: "A project's pictures as the caller's draft has them, and where each is used",
    permission: 'content.edit',
    command: { none: 'a shell has no drafts' },
    params: z.object({ project }),
    response: result(z.array(ContentPicture)),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /content/drafts/{project}/pictures/{path}': route({
    summary: "A picture's bytes, of the caller's draft if it has the picture",
    permission: 'content.edit',
    isPicture: true,
    command: { none: 'a shell has no drafts' },
    params: PictureParams,
    response: PlainText,
    refusals: ['PROJECT_NOT_FOUND', 'CONTENT_FILE_NOT_FOUND'],
  }),
  'PUT /content/drafts/{project}/pictures/{path}': route({
    summary: 'Save a picture, which is the body, in the draft. It is drawn anew, as WebP or PNG',
    permission: 'content.edit',
    bodyBytes: maxPictureBytes,
    command: { none: 'a shell has no drafts' },
    params: PictureParams,
    query: CropQuery.extend({
      shape: z.enum(pictureShapes).optional(),
      replaces: ContentPath.optional().describe('Picture whose every use in the project becomes the new one'),
    }),
    response: result(StoredPicture.extend({ replacedUses: z.int() })),
    refusals: [...pictureRefusals, 'EDIT_CONFLICT'],
  }),
  'POST /content/drafts/{project}/preview': route({
    summary: "A link to a page with the draft's content, for an hour",
    permission: 'content.edit',
    command: { none: 'a shell has no drafts' },
    params: z.object({ project }),
    body: z.object({
      language: z.enum(recognisedLanguages),
      path: z
        .string()
        .regex(/^\/(?!\/)[^\s\\]*$/)
        .max(300)
        .describe('A public page, such as `/prices/skyport`'),
      at: Instant.optional().describe('Prices of this moment. Default: of the moment when it is opened'),
      as: z
        .enum(offerAudiences)
        .default('everyone')
        .describe('Offers for such players; `everyone`: for a guest'),
    }),
    response: result(z.object({ url: PlainText })),
    refusals: ['PROJECT_NOT_FOUND', 'CONTENT_IN_FOLDER', 'CONTENT_INVALID', 'ROUTE_NOT_FOUND'],
  }),
} as const
