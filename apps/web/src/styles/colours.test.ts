import { globSync, readFileSync } from 'node:fs'
import { compile } from 'tailwindcss'
import { expect, test } from 'vitest'

const utility =
  /^(?:[a-z0-9-]+:)*(?:bg|text|border|fill|stroke|outline|ring|from|via|divide|decoration|accent|caret)-[a-z][a-z0-9-]*(?:\/\d+)?$/

/** Class names of colour utilities in the string literals of a source. */
function listColourClasses(source: string): string[] {
  const literals = [...source.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`/g)]
  return literals
    .flatMap(([, ...texts]) => texts.join('').split(/[\s${}]+/))
    .filter((name) => utility.test(name))
}

/** Compiles the theme and these utilities as the build does. @returns  the known class names */
async function buildClasses(names: string[]): Promise<Set<string>> {
  const sheets = [
    'node_modules/tailwindcss/theme.css',
    ...['tokens', 'base'].map((name) => `packages/ui/src/styles/${name}.css`),
  ]
  const styles = sheets.map((path) => readFileSync(path, 'utf8').replace(/^@import.*$/gm, ''))
  const { build } = await compile(`${styles.join('\n')}\n@tailwind utilities;`)
  const selectors = build(names).matchAll(/\.([a-z](?:\\.|[\w-])*)/g)
  return new Set([...selectors].map(([, name = '']) => name.replaceAll('\\', '')))
}

test('every colour class of the source exists in the built styles', async () => {
  const files = globSync('{apps/{web,console},packages/ui}/src/**/*.tsx', {
    exclude: (path) => /\.test\.tsx$/.test(String(path)),
  })
  const used = new Set(files.flatMap((file) => listColourClasses(readFileSync(file, 'utf8'))))
  const built = await buildClasses([...used])
  expect(used.size).toBeGreaterThan(50)
  expect([...used].filter((name) => !built.has(name))).toEqual([])
})

test('a colour of Tailwind that the theme resets does not exist', async () => {
  const built = await buildClasses(['bg-white', 'bg-ink-1'])
  expect([built.has('bg-white'), built.has('bg-ink-1')]).toEqual([false, true])
})
