import * as z from 'zod'
import { maxGameErrorLength } from '../plays/limits.ts'
import { portalSdks } from '../plays/portal-sdks.ts'
import { ByLanguage, Id, Instant } from '../shapes.ts'

/** A finding of the checks, with what to do about it. */
export const BuildProblem = z
  .object({
    code: z.string().describe('Such as `INDEX_MISSING`; new ones may be added'),
    path: z.string().nullable().describe('The file concerned; null for the whole build'),
    text: z.string().describe('A sentence that says what to do'),
    values: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .optional()
      .describe('What the sentence names, such as `limitBytes`, for other languages'),
  })
  .meta({ id: 'BuildProblem' })
export type BuildProblem = z.infer<typeof BuildProblem>

export const buildStates = ['uploading', 'ready', 'refused'] as const

/** An uploaded version of a game. */
export const Build = z
  .object({
    id: Id,
    number: z.int().describe('Counts up from 1 in each project; part of the URL of the game'),
    label: z.string().nullable(),
    state: z.enum(buildStates),
    isCurrent: z.boolean().describe('Players get this build'),
    files: z.int(),
    sizeBytes: z.int(),
    engine: z.string().nullable().describe('Such as `unity` or `godot`; null when not recognised'),
    warnings: z.array(BuildProblem),
    createdAt: Instant,
    createdBy: z.string().describe('An operator, or `key` and the name of a project key'),
    activatedAt: Instant.nullable().describe('Null until players got it for the first time'),
    previewUrl: z
      .string()
      .nullable()
      .describe('Opens the build on the hub with a test player. Valid for a week'),
  })
  .meta({ id: 'Build' })
export type Build = z.infer<typeof Build>

/** An uncaught error met by a build's players. */
export const BuildError = z
  .object({
    message: z.string().max(maxGameErrorLength).describe('Without the query of a URL'),
    count: z.int(),
    lastAt: Instant,
  })
  .meta({ id: 'BuildError' })
export type BuildError = z.infer<typeof BuildError>

/** A developer's trial build on `/developers`. It belongs to no project, and the hub deletes it after an hour. */
export const Trial = z
  .object({
    url: z.string().describe('Its start page, at an unguessable origin'),
    isOpaque: z
      .boolean()
      .describe('True when all hosted games share one origin, so that the frame must not have it'),
    files: z.int(),
    sizeBytes: z.int(),
    engine: z.string().nullable().describe('Such as `unity` or `godot`; null when not recognised'),
    compat: z.enum(portalSdks).nullable().describe('The portal whose SDK is replaced'),
    warnings: z.array(BuildProblem),
    expiresAt: Instant,
  })
  .meta({ id: 'Trial' })
export type Trial = z.infer<typeof Trial>

/** A build opened by a preview link. */
export const BuildPreview = Trial.omit({ compat: true })
  .extend({
    url: z.string().describe("Its start page, at an origin of the preview's own"),
    project: z.string(),
    name: ByLanguage.describe('Of the project'),
    number: z.int(),
    age: z.int().nullable().describe('12 for a game that is rated 12+'),
  })
  .meta({ id: 'BuildPreview' })
export type BuildPreview = z.infer<typeof BuildPreview>

export const TrialQuery = z.object({
  compat: z
    .enum([...portalSdks, 'none'])
    .optional()
    .describe('The portal whose SDK is replaced. Default: the one that the build loads'),
})
export type TrialQuery = z.infer<typeof TrialQuery>

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
export const BuildLabel = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^\P{Cc}*$/u)

/** A file of an upload, before its content is sent. */
export const ListedFile = z.object({
  path: z.string().min(1).max(1024),
  size: z.int().min(0),
  sha256: Sha256,
})

export const BuildFileParams = z.object({ id: Id, sha256: Sha256 })
export const ArchiveQuery = z.object({
  label: BuildLabel.optional(),
  activate: z.stringbool().default(true),
})

/** A project key's scope: act as the game server, or publish builds and nothing else. */
export const keyScopes = ['server', 'builds'] as const
export const KeyScope = z.enum(keyScopes)
export type KeyScope = z.infer<typeof KeyScope>
