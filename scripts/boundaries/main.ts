/**
 * Checks source structure: import directions, cycles, folders that import each other, folder sizes, and names that
 * have a standard term. Exits with 1 and a line for each violation.
 */
import { globSync, readFileSync } from 'node:fs'
import { findViolations } from './checks.ts'
import { readSource } from './source.ts'

const paths = globSync(['{apps,packages,games,e2e,bench,scripts,deploy}/**/*.{ts,tsx}', '*.ts'], {
  exclude: (path) => /node_modules|dist|\.d\.ts$/.test(String(path)),
})
const violations = findViolations(paths.map((path) => readSource(path, readFileSync(path, 'utf8'))))
for (const violation of violations) console.error(violation)
if (violations.length > 0) process.exit(1)
console.log(`The structure of ${paths.length} files is sound`)
