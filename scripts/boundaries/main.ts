/**
 * Checks source structure: import directions, cycles, folders importing each other, folder sizes, and names with a
 * standard term; and the length of prose lines in Markdown. Exits with 1 and a line for each violation.
 */
import { globSync, readFileSync } from 'node:fs'
import { findViolations } from './checks.ts'
import { findLongLines } from './prose.ts'
import { readSource } from './source.ts'

const isGenerated = (path: string) => /node_modules|dist|\.d\.ts$/.test(path)
const paths = globSync(['{apps,packages,games,e2e,bench,scripts,deploy}/**/*.{ts,tsx}', '*.ts'], {
  exclude: isGenerated,
})
const pages = globSync(['{apps,packages,games,e2e,bench,scripts,deploy,docs}/**/*.md', '*.md'], {
  exclude: isGenerated,
})
const violations = [
  ...findViolations(paths.map((path) => readSource(path, readFileSync(path, 'utf8')))),
  ...findLongLines(pages.map((path) => ({ path, text: readFileSync(path, 'utf8') }))),
]
for (const violation of violations) console.error(violation)
if (violations.length > 0) process.exit(1)
console.log(`The structure of ${paths.length} files is sound`)
