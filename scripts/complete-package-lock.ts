/**
 * Completes `package-lock.json` after an install: `npm run lock`. When a registry mirror lacks a package for another
 * platform, npm leaves it out of the lock, and `npm ci` then rejects the lock. This adds optional packages of all
 * platforms in their parent's required version. Such an entry has no integrity, which only the registry knows; where
 * the registry has the package, the next run replaces the entry by a complete one.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

type Locked = {
  version?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Locked> }

const file = 'package-lock.json'
const platforms = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'windows']
const processors = [
  'arm64',
  'arm',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'x64',
  'wasm32',
  'loong64',
  'mips64el',
]

removeIncomplete()
spawnSync('npm', ['install', '--package-lock-only'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
const lock = readLock()
const added: string[] = []
for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  if (path === '') continue
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const platform = parsePlatform(name)
    const isExact = /^\d/.test(version)
    if (!platform || !isExact || isLocked(path, name)) continue
    const { cpu, libc, os } = platform
    // Keys in npm's order.
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu && { cpu }),
      ...(dev && { dev }),
      ...(libc && { libc }),
      optional: true,
      ...(os && { os }),
    }
    added.push(`${name}@${version}`)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeLock(lock)
console.log(
  added.length > 0
    ? `The registry lacks ${added.length} packages of other platforms, which are in the lock without integrity: ${added.join(', ')}`
    : 'The lock is complete',
)

/** Removes entries added by earlier runs, so npm looks for their packages again. */
function removeIncomplete(): void {
  const { packages, ...rest } = readLock()
  const isComplete = ([path, { integrity, link }]: [string, Locked]) =>
    !path.startsWith('node_modules/') || link || integrity !== undefined
  writeLock({ ...rest, packages: Object.fromEntries(Object.entries(packages).filter(isComplete)) })
}

function readLock(): Lock {
  return JSON.parse(readFileSync(file, 'utf8')) as Lock
}

function writeLock(lock: Lock): void {
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

/** `@biomejs/cli-linux-x64-musl` → linux, x64, musl; undefined when the name contains no platform. */
function parsePlatform(name: string): Pick<Locked, 'os' | 'cpu' | 'libc'> | undefined {
  const parts = name.split(/[-/]/)
  const os = platforms.find((platform) => parts.includes(platform))
  const cpu = processors.find((processor) => parts.includes(processor))
  if (!os && cpu !== 'wasm32') return undefined
  const libc = parts.some((part) => part.startsWith('musl'))
    ? ['musl']
    : parts.includes('gnu')
      ? ['glibc']
      : undefined
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(libc && { libc }),
    ...(os && { os: [os === 'windows' ? 'win32' : os] }),
  }
}

function isLocked(parent: string, name: string): boolean {
  return `${parent}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages
}
