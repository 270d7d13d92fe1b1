import { globSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { listFields } from './content-page.ts'
import { variableSections } from './environment-page.ts'
import { generatedFiles } from './generated-files.ts'
import { describeForm, type JsonSchema } from './json-schema.ts'

const files = generatedFiles()

test.each(Object.keys(files))('%s is up to date; otherwise run "npm run docs"', (path) => {
  expect(readFileSync(path, 'utf8')).toBe(files[path])
})

test('every variable has a description and a type', () => {
  for (const variables of Object.values(variableSections()))
    for (const [name, schema] of Object.entries(variables)) {
      expect(schema.description, name).toMatch(/\.$/)
      expect(describeForm(schema), name).not.toBe('')
    }
})

const schemas = Object.entries(files)
  .filter(([path]) => path.endsWith('.json'))
  .map(([path, text]) => [path, JSON.parse(text)] as [string, JsonSchema])

test.each(schemas)('every field of %s has a description', (_path, schema) => {
  expect(listFields(schema).length).toBeGreaterThan(5)
  for (const { path, schema: field } of listFields(schema)) {
    expect(field.description, path).toMatch(/\.$/)
    expect(describeForm(field), path).not.toBe('')
  }
})

test('every YAML file of the content names its schema and agrees with it', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  const checks = new Map(schemas.map(([path, schema]) => [path.split('/').at(-1), ajv.compile(schema)]))
  const yaml = globSync('content/**/*.yaml')
  expect(yaml.length).toBeGreaterThan(9)
  for (const path of yaml) {
    const text = readFileSync(path, 'utf8')
    const [, schema] = /^# yaml-language-server: \$schema=[./]*schema\/(\w+\.json)\n/.exec(text) ?? []
    const check = checks.get(schema ?? '')
    check?.(parse(text))
    expect(check?.errors, path).toBeNull()
  }
})
