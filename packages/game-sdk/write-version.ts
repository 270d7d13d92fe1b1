/** Carries the version that a release wrote into package.json on into the code, which tells it to the hub. */
import { readFileSync, writeFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const file = new URL('src/version.ts', import.meta.url)
const text = readFileSync(file, 'utf8')
writeFileSync(file, text.replace(/'.*'/, `'${version}'`))
