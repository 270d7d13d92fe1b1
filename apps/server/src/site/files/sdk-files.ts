import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { compatScriptNames } from '@playhub/contract/plays/portal-sdks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsBrotli } from '../../platform/http/cached-responses/cached-response.ts'

const sdkFolder = fileURLToPath(new URL('../../../../../packages/game-sdk', import.meta.url))

const types: Record<string, string> = {
  'playhub.js': 'text/javascript; charset=utf-8',
  'playhub.mjs': 'text/javascript; charset=utf-8',
  'local.mjs': 'text/javascript; charset=utf-8',
  'playhub.d.ts': 'application/typescript; charset=utf-8',
  'playhub-game-sdk.tgz': 'application/gzip',
}
const fileNames = Object.keys(types)
const compatFileNames = compatScriptNames.map((sdk) => `compat/${sdk}.js`)

const newest = 'public, max-age=300, stale-while-revalidate=86400'
const exactVersion = 'public, max-age=31536000, immutable'

/** Pages of every origin load these files and may read them, with `integrity` and with their timing. */
const openToAll = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
}

interface SdkResponse {
  body: Buffer
  /** Null where the file is compressed itself. */
  brotli: Buffer | null
  etag: string
  headers: Record<string, string>
}
type SdkResponses = Map<string, SdkResponse>

/**
 * Adds the game SDK: `/sdk/v1/playhub.js` is the newest of major version 1, `/sdk/1.0.0/playhub.js` one version for
 * ever, `/sdk/compat/yandex.js` replaces a game portal's SDK, `/sdk/playhub.tgz` is the npm package with the teams'
 * command, and `/sdk/index.json` lists the versions with their hashes.
 * @param folder  The package. `dist` has the current version, `released/<version>` each earlier one.
 */
export function registerSdkFiles(app: FastifyInstance, folder = sdkFolder): void {
  let responses: SdkResponses | null = null

  function send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    responses ??= loadResponses(folder)
    if (!responses)
      return sendText(reply, 503, 'The game SDK is not built yet: run `npm run build` on the hub.')
    const response = responses.get(request.url.split('?')[0] ?? '')
    if (!response) return sendText(reply, 404, 'The game SDK has no such file. /sdk/index.json lists them.')
    return sendResponse(request, reply, response)
  }

  app.get('/sdk', send)
  app.get('/sdk/*', send)
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
    .type('text/plain; charset=utf-8')
    .send(`${text}\n`)
}

function sendResponse(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, brotli, etag, headers: own }: SdkResponse,
): FastifyReply {
  const { 'content-type': type, ...always } = own
  reply.headers({ ...openToAll, ...always, etag })
  // A compressing proxy makes the tag weak: `W/"…"`.
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  reply.header('content-type', type)
  if (!brotli || !acceptsBrotli(headers['accept-encoding'])) return reply.send(body)
  return reply.header('content-encoding', 'br').send(brotli)
}

/** @returns null when the SDK has not been built */
function loadResponses(folder: string): SdkResponses | null {
  if (!existsSync(join(folder, 'dist/index.json'))) return null
  const versions = listVersions(folder)
  const responses: SdkResponses = new Map()
  for (const { version, dir } of versions) addFiles(responses, `/sdk/${version}`, dir, exactVersion)
  const newestVersions = findNewest(versions)
  for (const [major, { dir }] of newestVersions) addFiles(responses, `/sdk/v${major}`, dir, newest)
  // A release from before there were replacements has none.
  const builtMajor = [...newestVersions.keys()][0]
  for (const path of ['/sdk', `/sdk/v${builtMajor}`])
    addFiles(responses, path, join(folder, 'dist'), newest, compatFileNames)
  addPackage(responses, folder)
  const index = JSON.stringify(createIndex(versions, responses))
  responses.set(
    '/sdk/index.json',
    createResponse(Buffer.from(index), 'application/json; charset=utf-8', 'public, max-age=300'),
  )
  return responses
}

/** The built package, which also stands for its version until a release has one. */
function addPackage(responses: SdkResponses, folder: string): void {
  const archive = join(folder, 'dist/playhub-game-sdk.tgz')
  if (!existsSync(archive)) return
  const built = createResponse(readFileSync(archive), types['playhub-game-sdk.tgz'] ?? '', newest)
  const { version } = JSON.parse(readFileSync(join(folder, 'dist/index.json'), 'utf8'))
  for (const path of ['/sdk/playhub.tgz', '/sdk/playhub-game-sdk.tgz']) responses.set(path, built)
  const ofVersion = `/sdk/${version}/playhub-game-sdk.tgz`
  if (!responses.has(ofVersion)) responses.set(ofVersion, built)
}

interface SdkVersion {
  version: string
  dir: string
}

/** Newest first. A released version is served as it was released, not as it was built here. */
function listVersions(folder: string): SdkVersion[] {
  const releasedDir = join(folder, 'released')
  const released = (existsSync(releasedDir) ? readdirSync(releasedDir) : [])
    .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
    .map((version) => ({ version, dir: join(releasedDir, version) }))
  const { version } = JSON.parse(readFileSync(join(folder, 'dist/index.json'), 'utf8'))
  const isReleased = released.some((release) => release.version === version)
  const all = isReleased ? released : [...released, { version, dir: join(folder, 'dist') }]
  return all.sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }))
}

/** @param versions  Newest first. */
function findNewest(versions: SdkVersion[]): Map<string, SdkVersion> {
  const byMajor = new Map<string, SdkVersion>()
  for (const version of versions) {
    const [major = ''] = version.version.split('.')
    if (!byMajor.has(major)) byMajor.set(major, version)
  }
  return byMajor
}

function addFiles(
  responses: SdkResponses,
  path: string,
  dir: string,
  cacheControl: string,
  names = [...fileNames, ...compatFileNames],
): void {
  for (const name of names.filter((name) => existsSync(join(dir, name))))
    responses.set(
      `${path}/${name}`,
      createResponse(readFileSync(join(dir, name)), types[name] ?? types['playhub.js'] ?? '', cacheControl),
    )
}

function createResponse(body: Buffer, type: string, cacheControl: string): SdkResponse {
  return {
    body,
    brotli: type === 'application/gzip' ? null : brotliCompressSync(body),
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    headers: { 'content-type': type, 'cache-control': cacheControl },
  }
}

function createIndex(versions: SdkVersion[], responses: SdkResponses) {
  return {
    latest: versions[0]?.version,
    versions: versions.map(({ version }) => ({
      version,
      files: [...fileNames, ...compatFileNames].flatMap((name) => {
        const path = `/sdk/${version}/${name}`
        const response = responses.get(path)
        return response ? [describeFile(path, response)] : []
      }),
    })),
  }
}

/** `integrity` is for the attribute of a script tag, or the lock file of npm. */
const describeFile = (path: string, { body, brotli }: SdkResponse) => ({
  path,
  integrity: `sha384-${createHash('sha384').update(body).digest('base64')}`,
  bytes: body.length,
  brotliBytes: (brotli ?? body).length,
})
