#!/usr/bin/env node
/** Publishes and switches builds of a game with the key in PLAYHUB_KEY. Runs on Node 20 and later, without dependencies. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const usage = `Usage: PLAYHUB_KEY=… npx --yes <hub>/sdk/playhub.tgz <command> --hub <hub>

  publish <folder or zip> [--label v1.2] [--no-activate]
                      uploads a build; of a folder, only the files that the hub does not have yet
  builds              lists builds, newest first
  preview <number>    prints a link that opens a build with a test player
  activate <number>   gives players this build
  rollback            gives players the build that they had before

<hub> is the hub's address, such as https://play.example or localhost:3000. It serves this command, which is in no
registry. The key comes from the hub's operator: npm run hub -- keys create <project> --scope builds`

const maxTries = 6
const concurrency = 4
/** Folders that a build never needs; the hub drops them as well. */
const skipped = new Set(['node_modules', '.git', '.svn', '.idea', '.vscode', '__MACOSX'])

const commands = {
  publish: { argument: true, run: publish },
  builds: { argument: false, run: listBuilds },
  preview: { argument: true, run: previewBuild },
  activate: { argument: true, run: activateBuild },
  rollback: { argument: false, run: rollBack },
}

class Failure extends Error {}

try {
  const words = process.argv.slice(2)
  if (words.includes('--help')) console.log(usage)
  else await run(words)
} catch (error) {
  if (!(error instanceof Failure)) throw error
  console.error(toPlainText(error.message))
  process.exitCode = 1
}

async function run(words) {
  const { command, argument, hub, options } = readArguments(words)
  const key = process.env.PLAYHUB_KEY
  if (!key) throw new Failure('Set PLAYHUB_KEY to a key of your project with the scope "builds".')
  await command.run(createClient(hub, key), argument, options)
}

function readArguments(words) {
  const known = {
    hub: { type: 'string', default: '' },
    label: { type: 'string' },
    'no-activate': { type: 'boolean', default: false },
  }
  let given
  try {
    given = parseArgs({ args: words, options: known, allowPositionals: true })
  } catch (error) {
    throw new Failure(`${error.message}\n\n${usage}`)
  }
  const [name, argument, ...rest] = given.positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const hub = readHub(given.values.hub)
  if (!command || !hub || rest.length > 0 || command.argument !== Boolean(argument)) throw new Failure(usage)
  const { label, 'no-activate': isPreview } = given.values
  return { command, argument, hub, options: { label, activate: !isPreview } }
}

/** @returns  the origin: `localhost:3000` is http, another host without a protocol https; undefined for no URL */
function readHub(text) {
  const isLocal = /^(localhost|[\w.-]+\.localhost|127\.[\d.]+|\[::1\])(:|\/|$)/i.test(text)
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${isLocal ? 'http' : 'https'}://${text}`
  // `URL.parse` is newer than Node 20.
  if (!URL.canParse(address)) return undefined
  const { protocol, origin } = new URL(address)
  return /^https?:$/.test(protocol) ? origin : undefined
}

async function publish(call, source, options) {
  const found = await stat(source).catch(() => undefined)
  if (!found) throw new Failure(`There is no folder or zip "${source}".`)
  const build = await (found.isDirectory() ? publishFolder : publishArchive)(call, source, options)
  print(`Build ${build.number} is ${build.isCurrent ? 'what players get now' : 'ready'}.`)
  for (const { path, text } of build.warnings) print(`  ${path === null ? '' : `${path}: `}${text}`)
  if (build.previewUrl) print(`Preview: ${build.previewUrl}`)
}

async function listBuilds(call) {
  const builds = await readBuilds(call)
  if (builds.length === 0) print('There are no builds yet.')
  for (const { number, label, state, isCurrent, files, sizeBytes, createdAt, createdBy } of builds) {
    const name = label === null ? '' : ` (${label})`
    const time = new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')
    const mark = isCurrent ? ', players get it' : state === 'ready' ? '' : `, ${state}`
    const size = `${files} files, ${(sizeBytes / 1024 / 1024).toFixed(1)} MB`
    print(`${number}${name}  ${time} UTC by ${createdBy}, ${size}${mark}`)
  }
}

async function previewBuild(call, number) {
  const { previewUrl } = await findBuild(call, number)
  if (!previewUrl) throw new Failure('This build cannot be tried: its upload is not finished.')
  print(previewUrl)
}

async function activateBuild(call, number) {
  const { id } = await findBuild(call, number)
  const build = await call('POST', `/builds/${id}/activate`)
  print(`Players get build ${build.number} now.`)
}

/** A second rollback undoes the first, so a repeated request must not run twice. */
async function rollBack(call) {
  const build = await call('POST', '/builds/rollback', { idempotencyKey: randomUUID() })
  print(`Players get build ${build.number} again.`)
}

async function readBuilds(call) {
  return (await call('GET', '/builds')).data.result
}

async function findBuild(call, number) {
  const build = (await readBuilds(call)).find((each) => String(each.number) === number)
  if (!build) throw new Failure(`There is no build ${number}. To list them: builds`)
  return build
}

function print(line) {
  console.log(toPlainText(line))
}

/** Names and labels are other people's: none moves the cursor. */
function toPlainText(text) {
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '')
}

/** Calls the hub and repeats what can be repeated. */
function createClient(hub, key) {
  return async (method, path, { body, type = 'application/json', idempotencyKey } = {}) => {
    for (let tries = 1; ; tries++) {
      const response = await fetch(`${hub}/api/server/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': type }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
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
      if (response.status === 204) return undefined
      if (response.ok)
        return response.json().catch(() => {
          throw new Failure(`${hub} is no hub: it does not respond with JSON.`)
        })
      throw new Failure(await describeFailure(hub, response))
    }
  }
}

async function describeFailure(hub, response) {
  const problem = await response.json().catch(() => ({}))
  const known = {
    PROJECT_KEY_INVALID: 'The hub does not accept the key in PLAYHUB_KEY: ask its operator for a new one.',
    PROJECT_KEY_SCOPE_WRONG: 'The key in PLAYHUB_KEY cannot publish: ask for one with the scope "builds".',
    BODY_TOO_LARGE: 'The zip is larger than this hub accepts: publish its folder instead.',
    BUILD_NOT_READY: 'The upload of this build is not finished.',
    BUILD_NO_PREVIOUS: 'There is no earlier build to return to.',
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
  if (response.status === 404 && !problem.code) return `${hub} is no hub: it does not know this command.`
  const [invalid] = problem.errors ?? []
  if (invalid) return `The hub refused ${invalid.field}: ${invalid.message}`
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
  print(`${files.length} files, ${upload.missing.length} of them new.`)
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
