/** A copy of this version with another build of the web client, whose files have other names. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { temporaryFolder } from './content.ts'
import { root } from './environment.ts'

const copied = [
  'apps',
  'packages',
  'content',
  'scripts',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
]
const skipped = new Set(['node_modules', 'dist'])

/** @returns  its folder; its client sets `dir="auto"`, which costs few of the bytes that the build allows */
export function createOtherBuild(): string {
  const folder = temporaryFolder('other-build')
  for (const name of copied) {
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (source) => !skipped.has(basename(source)),
    })
    const packages = join(root, name, 'node_modules')
    if (existsSync(packages)) symlinkSync(packages, join(folder, name, 'node_modules'))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  appendFileSync(join(folder, 'apps/web/src/entry-client.tsx'), "\ndocument.dir = 'auto'\n")
  execFileSync(process.execPath, ['apps/web/build.ts'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return folder
}
