/**
 * Checks the dependencies for known vulnerabilities, as far as the configured registry responds: `npm audit`, and the
 * bulk advisories for every production package. Exits with 1 when one is affected, and with 2 when nothing could be
 * checked.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const timeoutMs = 60_000

type Lock = {
  packages: Record<string, { version?: string; dev?: boolean; link?: boolean; name?: string }>
}
type Advisory = { title: string; severity: string; url: string; vulnerable_versions: string }

const results = [await npmAudit(), await bulkAdvisories()]
for (const { what, outcome } of results) console.log(`${what}: ${outcome}`)
if (results.some(({ isAffected }) => isAffected)) process.exitCode = 1
else if (!results.some(({ isChecked }) => isChecked)) process.exitCode = 2

type Result = { what: string; outcome: string; isChecked: boolean; isAffected: boolean }

async function npmAudit(): Promise<Result> {
  const what = 'npm audit --omit dev'
  const { stdout } = await run('npm', ['audit', '--omit', 'dev', '--json'])
  const report = parse(stdout) as { metadata?: { vulnerabilities?: { total?: number } }; message?: string }
  const total = report?.metadata?.vulnerabilities?.total
  if (total === undefined) return unchecked(what, report?.message ?? 'no answer')
  return { what, outcome: `${total} weaknesses`, isChecked: true, isAffected: total > 0 }
}

async function bulkAdvisories(): Promise<Result> {
  const versions = productionVersions()
  const what = `Advisories of ${Object.keys(versions).length} production packages`
  const registry = (await run('npm', ['config', 'get', 'registry'])).stdout.trim().replace(/\/$/, '')
  try {
    const response = await fetch(`${registry}/-/npm/v1/security/advisories/bulk`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(versions),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) return unchecked(what, `the registry answers ${response.status}`)
    const found = Object.entries((await response.json()) as Record<string, Advisory[]>)
    for (const [name, advisories] of found) {
      for (const { severity, title, url } of advisories) console.log(`${severity} ${name}: ${title} ${url}`)
    }
    return { what, outcome: `${found.length} affected`, isChecked: true, isAffected: found.length > 0 }
  } catch (error) {
    return unchecked(what, (error as Error).message)
  }
}

function unchecked(what: string, reason: string): Result {
  return { what, outcome: `not checked: ${reason}`, isChecked: false, isAffected: false }
}

/** The lock file's packages installed without development dependencies, with their versions. */
function productionVersions(): Record<string, string[]> {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const versions: Record<string, string[]> = {}
  for (const [path, { version, dev, link, name }] of Object.entries(packages)) {
    const installed = name ?? path.split('node_modules/').at(-1) ?? ''
    if (!path.includes('node_modules/') || dev || link || !version) continue
    versions[installed] = [...new Set([...(versions[installed] ?? []), version])]
  }
  return versions
}

/** `npm audit` exits with 1 when it finds something, and prints the report all the same. */
async function run(command: string, args: string[]): Promise<{ stdout: string }> {
  try {
    return await promisify(execFile)(command, args, { maxBuffer: 64 * 1024 * 1024, timeout: timeoutMs })
  } catch (error) {
    return { stdout: (error as { stdout?: string }).stdout ?? '' }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
