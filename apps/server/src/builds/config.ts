import { join } from 'node:path'
import * as z from 'zod'
import { DAY_MS, SECOND_MS } from '../platform/clock.ts'
import { StartupError } from '../platform/startup-error.ts'
import { formatIssues, ServiceUrl } from '../platform/variable-rules.ts'
import type { BuildStorageConfig } from './storage/create-storage.ts'

/** Upper bounds of an upload. */
export type BuildLimits = {
  archiveBytes: number
  unpackedBytes: number
  fileBytes: number
  files: number
  /** Time for unpacking and checking. */
  checkMs: number
}

export type BuildsConfig = {
  buildStorage: BuildStorageConfig
  builds: {
    /** Unchecked uploads on this machine. */
    uploadFolder: string
    limits: BuildLimits
    /** Builds kept per project, besides the current and the previous one. */
    kept: number
    /** An unfinished upload is given up so long after it began. */
    uploadTtlMs: number
    /** Storage for all trials together; 0: none is accepted. */
    trialBytes: number
  }
}

const megabytes = 1024 * 1024
const countRule = 'must be a whole number above 0'
const sizeRule = 'must be a whole number from 0'
const Count = z.coerce.number(countRule).int(countRule).min(1, countRule)
const neededForS3 = { needed: 'with `BUILD_STORAGE=s3`' }

export const buildVariables = {
  BUILD_STORAGE: z.enum(['disk', 's3']).default('disk').meta({
    description:
      'Where uploaded games are stored: `disk` in `DATA_DIR/builds`, which all hubs must share, or `s3` in a bucket.',
  }),
  S3_ENDPOINT: ServiceUrl.optional().meta({
    ...neededForS3,
    description: 'The address of the S3-compatible service, without the bucket.',
  }),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional()
    .meta({ ...neededForS3, form: 'name', description: 'The bucket. Games are stored below `builds/`.' }),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be the name of a region')
    .default('auto')
    .meta({ form: 'name', description: 'The region of the bucket.' }),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .meta({ ...neededForS3, form: 'word', description: 'The access key.' }),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .meta({ ...neededForS3, form: 'word', description: 'The secret of the access key.' }),
  BUILD_ARCHIVE_MB: Count.default(300).meta({
    description:
      'The largest archive that may be uploaded as a game. The proxy needs at least the same limit.',
  }),
  BUILD_UNPACKED_MB: Count.default(500).meta({ description: 'The largest sum of the files of a game.' }),
  BUILD_FILE_MB: Count.default(200).meta({ description: 'The largest file of a game.' }),
  BUILD_FILES: Count.default(5000).meta({ description: 'How many files a game may have.' }),
  BUILD_CHECK_SECONDS: Count.default(60).meta({
    description: 'How long an archive may take to be unpacked and checked.',
  }),
  BUILDS_KEPT: Count.default(10).meta({
    description:
      'How many builds of a game are kept, the newest. The current one and the one before it always stay.',
  }),
  TRIAL_BUILDS_MB: z.coerce.number(sizeRule).int(sizeRule).min(0, sizeRule).default(2000).meta({
    description:
      'How much storage the builds that developers try on `/developers` may take together, each for an hour. `0` switches such uploads off.',
  }),
}

const Variables = z.object(buildVariables)
const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** @throws StartupError when S3 is half configured. Messages never contain values. */
export function readBuildsConfig(values: z.infer<typeof Variables>, dataDir: string): BuildsConfig {
  return {
    buildStorage: readStorage(values, dataDir),
    builds: {
      uploadFolder: join(dataDir, 'builds', '.uploads'),
      limits: {
        archiveBytes: values.BUILD_ARCHIVE_MB * megabytes,
        unpackedBytes: values.BUILD_UNPACKED_MB * megabytes,
        fileBytes: values.BUILD_FILE_MB * megabytes,
        files: values.BUILD_FILES,
        checkMs: values.BUILD_CHECK_SECONDS * SECOND_MS,
      },
      kept: values.BUILDS_KEPT,
      uploadTtlMs: DAY_MS,
      trialBytes: values.TRIAL_BUILDS_MB * megabytes,
    },
  }
}

function readStorage(values: z.infer<typeof Variables>, dataDir: string): BuildStorageConfig {
  if (values.BUILD_STORAGE === 'disk') return { kind: 'disk', folder: join(dataDir, 'builds') }
  const missing = s3Names.filter((name) => values[name] === undefined)
  if (missing.length > 0)
    throw new StartupError(`BUILD_STORAGE is s3, but S3 is half configured: set ${missing.join(' and ')}.`)
  const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = values
  const [issue] = formatIssues({ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }, [
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ])
  if (issue) throw new StartupError(issue)
  return {
    kind: 's3',
    endpoint: values.S3_ENDPOINT ?? '',
    bucket: values.S3_BUCKET ?? '',
    region: values.S3_REGION,
    accessKeyId,
    secretAccessKey,
  }
}
