import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../environment/content.ts'
import { root } from '../environment/environment.ts'

test('npm run screens takes the screens that it is given, an index and a sheet', async () => {
  const folder = join(temporaryFolder('screens'), 'taken')
  const command = ['run', '--silent', 'screens', '--', '--out', folder, 'my games, none']
  const { stdout } = await promisify(execFile)('npm', command, { cwd: root })
  expect(stdout).toBe(`my games, none\nLook at ${join(folder, 'index.html')}\n`)
  const files = readdirSync(folder)
  const screenshots = files.filter((file) => file.startsWith('my-games-none.'))
  expect(screenshots).toHaveLength(12)
  expect(screenshots).toContain('my-games-none.ru.360.dark.png')
  expect(files.toSorted()).toEqual([...screenshots, 'index.html', 'sheet-1.png'].toSorted())
})
