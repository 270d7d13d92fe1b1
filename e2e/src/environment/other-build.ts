/** A copy of this version with another web client build, whose files have other names. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, globSync, symlinkSync } from 'node:fs'
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

/** @returns  its folder; its client sets `dir="auto"`, which costs little of the build's byte budget */
export function createOtherBuild(): string {
  const folder = temporaryFolder('other-build')
  for (const name of copied) {
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (source) => !skipped.has(basename(source)),
    })
  }
  for (const packages of globSync(['node_modules', '{apps,packages}/*/node_modules'], { cwd: root }))
    symlinkSync(join(root, packages), join(folder, packages))
  appendFileSync(join(folder, 'apps/web/src/entry-client.tsx'), "\ndocument.dir = 'auto'\n")
  execFileSync(process.execPath, ['apps/web/build.ts'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return folder
}
