import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/architecture.md', 'utf8')
const server = 'apps/server/src'

test('every path of the architecture exists', () => {
  const named = [...page.matchAll(/`((?:[\w-]+\/)+(?:[\w.-]+\.\w+)?)`/g)].map(([, path]) => path as string)
  expect(named.length).toBeGreaterThan(100)
  const exists = (path: string) => existsSync(path) || existsSync(`${server}/${path}`)
  expect(named.filter((path) => !exists(path))).toEqual([])
})

test('the architecture lists every workspace and every folder of the server', () => {
  const folders = [
    ...listFolders('apps').map((name) => `apps/${name}/`),
    ...listFolders('packages').map((name) => `packages/${name}/`),
    ...listFolders(server).map((name) => `${name}/`),
  ]
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .join('\n')
  expect(folders.filter((folder) => !rows.includes(`\`${folder}`))).toEqual([])
})

test('every capability of the server is on the path of a request', () => {
  const paths = page.slice(page.indexOf('## Every call'))
  const capabilities = listFolders(server).filter((name) => !['i18n', 'migrations'].includes(name))
  expect(capabilities.filter((name) => !paths.includes(`\`${name}/`))).toEqual([])
})

function listFolders(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}
