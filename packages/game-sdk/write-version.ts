/** Copies the version from package.json into the source. Runs in `npm run release`. */
import { readFileSync, writeFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const file = new URL('src/transport.ts', import.meta.url)
const text = readFileSync(file, 'utf8')
writeFileSync(file, text.replace(/SDK_VERSION = '.*'/, `SDK_VERSION = '${version}'`))
