/**
 * Completes `package-lock.json` after an install: `npm run lock`. A registry mirror that lacks a package for another
 * platform makes npm leave it out of the lock, and `npm ci` then refuses the lock. Optional packages for one platform are
 * named here with the version that their parent asks for, so that every platform finds its own.
 */
import { readFileSync, writeFileSync } from 'node:fs'

type Locked = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Locked> }

const file = 'package-lock.json'
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'windows']
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

const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock
const added: string[] = []
for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  if (path === '') continue
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const platform = platformOf(name)
    const isExact = /^\d/.test(version)
    if (!platform || !isExact || isLocked(path, name)) continue
    lock.packages[`node_modules/${name}`] = { version, ...platform, ...(dev && { dev }), optional: true }
    added.push(`${name}@${version}`)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length > 0 ? `Added to the lock: ${added.join(', ')}` : 'The lock is complete')

/** `@biomejs/cli-linux-x64-musl` → linux, x64, musl; undefined when the name tells no system. */
function platformOf(name: string): Pick<Locked, 'os' | 'cpu' | 'libc'> | undefined {
  const words = name.split(/[-/]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  if (!os && cpu !== 'wasm32') return undefined
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.includes('gnu')
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
