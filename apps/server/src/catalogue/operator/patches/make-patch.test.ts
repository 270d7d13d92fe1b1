import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makePatch } from './make-patch.ts'

const numbered = (count: number, change: (line: number) => string = String) =>
  Array.from({ length: count }, (_, line) => `${change(line)}\n`).join('')

type Change = [before: string | null, after: string | null, path?: string]

const changes: Record<string, Change> = {
  'a line in the middle': [numbered(20), numbered(20, (line) => (line === 9 ? 'nine' : String(line)))],
  'two lines far apart': [numbered(40), numbered(40, (line) => (line % 30 === 5 ? 'x' : String(line)))],
  'the first and the last line': ['a\nb\nc\n', 'A\nb\nC\n'],
  'lines added at the end': ['a\n', 'a\na\na\n'],
  'lines deleted at the start': ['a\nb\nc\nd\ne\n', 'e\n'],
  'a repeated line': ['a\na\na\n', 'a\na\n'],
  'Windows line ends': ['a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n'],
  'Windows line ends to others': ['a\r\nb\r\n', 'a\nb\n'],
  'a byte order mark': ['\uFEFFname: a\n', '\uFEFFname: b\n'],
  'a byte order mark that goes': ['\uFEFFname: a\n', 'name: a\n'],
  'no line end before': ['a\nb', 'a\nb\n'],
  'no line end after': ['a\nb\n', 'a\nb'],
  'no line end on both sides': ['a\nb\nc', 'A\nb\nc'],
  'a new file': [null, 'name: { en: New }\n'],
  'a deleted file': ['name: { en: Old }\n', null],
  'an emptied file': ['a\nb\n', ''],
  'an empty file that is filled': ['', 'a\n'],
  'text that looks like a patch': [
    '--- a/x\n+++ b/x\n@@ -1 +1 @@\n',
    '-- \n--- a/y\n\\ No newline at end of file\n',
  ],
  'a Cyrillic name': ['a\n', 'b\n', 'docs/оферта.ru.md'],
  'a new file with a Cyrillic name': [null, 'b\n', 'docs/новый файл.ru.md'],
  'a name with a space': ['a\n', 'b\n', 'docs/two words.en.md'],
  'a name with a quote': ['a\n', 'b\n', 'docs/say "yes".en.md'],
  'a name with a line separator': ['a\n', 'b\n', 'docs/a\u2028b.en.md'],
}

const tools = {
  'git apply': ['git', 'apply', '--whitespace=nowarn', '../project.patch'],
  patch: ['patch', '-p1', '--binary', '-s', '-i', '../project.patch'],
}
const isInstalled = (command: string) => spawnSync(command, ['--version']).error === undefined

test.for(
  Object.entries(changes).flatMap(([name, change]) =>
    Object.keys(tools).map((tool) => [tool, name, change] as const),
  ),
)('%s applies %s', ([tool, _, [before, after, path = 'projects/islandm3.yaml']], { skip }) => {
  const [command = '', ...args] = tools[tool as keyof typeof tools]
  if (!isInstalled(command)) skip()
  const folder = mkdtempSync(join(tmpdir(), 'playhub-patch-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const content = join(folder, 'content')
  const file = join(content, path)
  mkdirSync(dirname(file), { recursive: true })
  if (before !== null) writeFileSync(file, before)
  writeFileSync(join(folder, 'project.patch'), makePatch(path, before, after) ?? '')
  const { status, stderr } = spawnSync(command, args, { cwd: content, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  expect(existsSync(file) ? readFileSync(file, 'utf8') : null).toBe(after)
})

test('two equal texts give no patch', () => {
  expect(makePatch('hub.yaml', 'a\n', 'a\n')).toBeNull()
  expect(makePatch('hub.yaml', null, null)).toBeNull()
})
