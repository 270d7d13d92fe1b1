import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n')

test('every relative link of a page leads to a file', () => {
  expect(pages.flatMap((page) => relativeLinks(page).filter((path) => !existsSync(path)))).toEqual([])
})

test('every path to a test that a page names exists', () => {
  const named = pages.flatMap((page) => [
    ...read(page).matchAll(/`((?:apps|e2e|packages)\/[\w./-]+\.test\.ts)`/g),
  ])
  expect(named.map(([, path]) => path as string).filter((path) => !existsSync(path))).toEqual([])
})

test('no file tells to run a package that is in no registry, where its name is free to take', () => {
  const pattern = 'npx (--yes )?playhub|npm (i|install|add) @playhub'
  const files = [':!docs/decisions', ':!*.test.ts', ':!*.lock']
  const { stdout } = spawnSync('git', ['grep', '-nE', pattern, '--', ...files], { encoding: 'utf8' })
  expect(stdout).toBe('')
})

/** Targets of Markdown links, without fragments, as paths below the repository. */
function relativeLinks(page: string): string[] {
  const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target as string)
  return targets
    .filter((target) => !/^([a-z]+:|\/|#)/.test(target))
    .map((target) => join(dirname(page), target.split('#')[0] as string))
}

function read(page: string): string {
  return readFileSync(page, 'utf8').replaceAll(/^```.*?^```/gms, '')
}
