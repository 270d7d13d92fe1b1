import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import { S3mini } from 's3mini'
import { type BuildStorage, type StoredFile, StoredFileMissing } from './storage.ts'

export type S3Config = {
  /** The bucket is not part of it. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Begins all keys, so the bucket may hold other things. */
const prefix = 'builds/'
/** S3's smallest part is 5 MB. Bounds the memory of an upload. */
const partBytes = 8 * 1024 * 1024
const pageSize = 1000

/** Stores contents in a bucket of an S3-compatible service. Objects appear whole. */
export function createS3Storage(config: S3Config): BuildStorage {
  const client = createS3Client(config)

  async function* list(project: string): AsyncIterable<StoredFile> {
    let token: string | undefined
    do {
      const page = await client.listObjectsPaged('/', `${prefix}${project}/`, pageSize, token)
      for (const { Key, LastModified } of page?.objects ?? [])
        yield { key: Key.slice(prefix.length), storedAt: new Date(LastModified).getTime() }
      token = page?.nextContinuationToken
    } while (token)
  }

  return {
    put: (key, content) => putObject(client, prefix + key, content),
    async open(key, range) {
      const { start = 0, end = 0 } = range ?? {}
      const reading = client.getObjectRaw(prefix + key, range === undefined, start, end + 1)
      const response = await reading.catch(async (cause) => {
        if (!(await client.objectExists(prefix + key))) throw new StoredFileMissing(key, { cause })
        throw cause
      })
      if (!response.body) throw new StoredFileMissing(key)
      return Readable.fromWeb(response.body as ReadableStream)
    },
    has: async (key) => (await client.objectExists(prefix + key)) === true,
    async remove(key) {
      await client.deleteObject(prefix + key)
    },
    list,
    async removeAll(project) {
      for await (const { key } of list(project)) await client.deleteObject(prefix + key)
    },
  }
}

/** Says what is wrong with the bucket; null when it can be used. */
export async function checkBucket(config: S3Config): Promise<Finding | null> {
  try {
    const exists = await createS3Client(config).bucketExists()
    return exists ? null : toFinding('builds.no-bucket', { bucket: config.bucket })
  } catch {
    return toFinding('builds.s3-silent', { host: new URL(config.endpoint).host })
  }
}

function createS3Client({ endpoint, bucket, ...rest }: S3Config): S3mini {
  return new S3mini({ ...rest, endpoint: `${endpoint.replace(/\/$/, '')}/${bucket}` })
}

async function putObject(client: S3mini, key: string, content: Readable): Promise<void> {
  const parts = splitIntoParts(content)
  const first = await parts.next()
  const second = first.done ? first : await parts.next()
  if (second.done) {
    await client.putObject(key, first.value ?? Buffer.alloc(0))
    return
  }
  const uploadId = await client.getMultipartUploadId(key)
  try {
    const uploaded = []
    let number = 1
    for (const part of [first.value ?? Buffer.alloc(0), second.value])
      uploaded.push(await client.uploadPart(key, uploadId, part, number++))
    for await (const part of parts) uploaded.push(await client.uploadPart(key, uploadId, part, number++))
    await client.completeMultipartUpload(key, uploadId, uploaded)
  } catch (error) {
    // Parts of an incomplete upload cost money, and no listing shows them.
    await client.abortMultipartUpload(key, uploadId).catch(() => {})
    throw error
  }
}

async function* splitIntoParts(content: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    size += chunk.length
    if (size < partBytes) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(chunks)
}
