#!/usr/bin/env node
/** `npx playhub publish <folder or zip> --hub <url>`: publishes a game with the key in PLAYHUB_KEY. */
import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const usage = `Usage: PLAYHUB_KEY=… npx playhub publish <folder or zip> --hub https://play.example [--label v1.2] [--no-activate]

Uploads only the files that the hub does not have yet. The key comes from the operator of the hub:
npm run hub -- keys create <project> --scope builds`

const maxTries = 6
const concurrency = 4
/** Folders that a build never needs; the hub drops them as well. */
const skipped = new Set(['node_modules', '.git', '.svn', '.idea', '.vscode', '__MACOSX'])

class Failure extends Error {}

try {
  await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Failure)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function run(words) {
  const { source, hub, label, activate } = readArguments(words)
  const key = process.env.PLAYHUB_KEY
  if (!key) throw new Failure('Set PLAYHUB_KEY to a key of your project with the scope "builds".')
  const found = await stat(source).catch(() => undefined)
  if (!found) throw new Failure(`There is no folder or zip "${source}".`)
  const call = createClient(hub, key)
  const build = found.isDirectory()
    ? await publishFolder(call, source, { label, activate })
    : await publishArchive(call, source, { label, activate })
  console.log(`Build ${build.number} is ${build.isCurrent ? 'what players get now' : 'ready'}.`)
  for (const { path, text } of build.warnings) console.log(`  ${path === null ? '' : `${path}: `}${text}`)
  if (build.previewUrl) console.log(`Preview: ${build.previewUrl}`)
}

function readArguments(words) {
  const options = { hub: { type: 'string' }, label: { type: 'string' }, 'no-activate': { type: 'boolean' } }
  let given
  try {
    given = parseArgs({ args: words, options, allowPositionals: true })
  } catch (error) {
    throw new Failure(`${error.message}\n\n${usage}`)
  }
  const [command, source, ...rest] = given.positionals
  const { hub, label, 'no-activate': isPreview = false } = given.values
  const url = URL.parse(hub)
  if (command !== 'publish' || !source || rest.length > 0 || !/^https?:$/.test(url?.protocol))
    throw new Failure(usage)
  return { source, hub: url.origin, label, activate: !isPreview }
}

/** Calls the hub and repeats what can be repeated. */
function createClient(hub, key) {
  return async (method, path, { body, type = 'application/json' } = {}) => {
    for (let tries = 1; ; tries++) {
      const response = await fetch(`${hub}/api/server/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': type }) },
        body,
      }).catch((error) => error)
      const isTemporary =
        response instanceof Error || response.status === 429 || [502, 503, 504].includes(response.status)
      if (isTemporary && tries < maxTries) {
        const seconds = response instanceof Error ? 0 : Number(response.headers.get('retry-after'))
        await delay(seconds > 0 ? seconds * 1000 : 2 ** tries * 250)
        continue
      }
      if (response instanceof Error)
        throw new Failure(`${hub} does not respond: ${response.cause?.message ?? response.message}`)
      if (response.ok) return response.status === 204 ? undefined : response.json()
      throw new Failure(await describeFailure(response))
    }
  }
}

async function describeFailure(response) {
  const problem = await response.json().catch(() => ({}))
  const known = {
    PROJECT_KEY_INVALID: 'The hub does not accept the key in PLAYHUB_KEY: ask its operator for a new one.',
    PROJECT_KEY_SCOPE_WRONG: 'The key in PLAYHUB_KEY cannot publish: ask for one with the scope "builds".',
    BODY_TOO_LARGE: 'The zip is larger than this hub accepts: publish its folder instead.',
    GAMES_NOT_HOSTED: 'This hub does not host games: ask its operator to set GAMES_HOST.',
  }
  // The hub's own limit has a code.
  if (response.status === 413 && !problem.code)
    return 'A proxy in front of the hub refuses bodies of this size: ask its operator to allow 320 MB, in nginx by client_max_body_size.'
  const problems = problem.details?.problems
  if (Array.isArray(problems))
    return [
      'The build is refused:',
      ...problems.map(({ path, text }) => `  ${path ? `${path}: ` : ''}${text}`),
    ].join('\n')
  return known[problem.code] ?? `The hub refused with ${response.status} ${problem.code ?? ''}`.trim()
}

async function publishArchive(call, file, { label, activate }) {
  const query = new URLSearchParams({ activate: String(activate), ...(label && { label }) })
  return call('POST', `/builds/archive?${query}`, { body: await openAsBlob(file), type: 'application/zip' })
}

async function publishFolder(call, folder, { label, activate }) {
  const files = await listFiles(folder)
  if (files.length === 0) throw new Failure(`${folder} is empty.`)
  const listed = files.map(({ path, size, sha256 }) => ({ path, size, sha256 }))
  const upload = await call('POST', '/builds', {
    body: JSON.stringify({ files: listed, ...(label && { label }) }),
  })
  const bySha256 = new Map(files.map((file) => [file.sha256, file]))
  console.log(`${files.length} files, ${upload.missing.length} of them new.`)
  const pending = [...upload.missing]
  const send = async () => {
    for (let sha256 = pending.pop(); sha256; sha256 = pending.pop())
      await call('PUT', `/builds/${upload.id}/files/${sha256}`, {
        body: await openAsBlob(bySha256.get(sha256).file),
        type: 'application/octet-stream',
      })
  }
  await Promise.all(Array.from({ length: concurrency }, send))
  return call('POST', `/builds/${upload.id}/finish`, { body: JSON.stringify({ activate }) })
}

async function listFiles(folder, parent = '') {
  const files = []
  for (const entry of await readdir(join(folder, parent), { withFileTypes: true })) {
    const path = parent ? `${parent}/${entry.name}` : entry.name
    if (skipped.has(entry.name)) continue
    if (entry.isDirectory()) files.push(...(await listFiles(folder, path)))
    else if (entry.isFile()) files.push({ path, ...(await hashFile(join(folder, path))) })
    else throw new Failure(`${path} is a link or device: copy the file itself.`)
  }
  return files
}

async function hashFile(file) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk)
    size += chunk.length
  }
  return { file, size, sha256: hash.digest('hex') }
}
