/** The check that no browser bundle uses what the oldest supported browsers lack. */
import { globSync, readFileSync } from 'node:fs'
import { type Browsers, hubBrowsers, sdkBrowsers } from '@playhub/contract/browsers/supported'
import { findUnsupported } from './find-unsupported.ts'
import { findMissing } from './missing.ts'

type Bundles = { files: string[]; browsers: Browsers }

const bundles: Bundles[] = [
  {
    files: ['apps/{web,console}/dist/**/*.js', 'games/dist/**/*.js'],
    browsers: hubBrowsers,
  },
  { files: ['packages/game-sdk/dist/**/*.{js,mjs}'], browsers: sdkBrowsers },
]

/** Not used where a browser lacks them, or of the same name alone. */
const allowed: Record<string, string> = {
  'URL.canParse': 'zod tests for it',
  'Error.captureStackTrace': 'zod tests for it',
  '.captureStackTrace()': 'zod tests for it',
  'PublicKeyCredential.getClientCapabilities': '@simplewebauthn/browser tests for it',
  'PublicKeyCredential.isConditionalMediationAvailable': 'called with ?.',
  'PublicKeyCredential.signalUnknownCredential': 'called with ?.',
  'Intl.Segmenter': 'the rule of names tests for it',
  '.toArray()': 'Children.toArray of React',
  '.use()': 'of React and i18next',
  '.take()': 'our own',
  '.adopt()': 'our own',
  '.drop()': 'our own',
}

/** @throws Error  naming each bundle and what it uses */
export function checkBundles(): void {
  const errors = bundles.flatMap(({ files, browsers }) => {
    const missing = findMissing(browsers)
    return globSync(files, { exclude: (path) => /\/(server|bin)(\/|$)/.test(path) }).flatMap((file) =>
      findUnsupported(readFileSync(file, 'utf8'), missing)
        .filter((name) => !Object.hasOwn(allowed, name))
        .map((name) => `${file} uses ${name}`),
    )
  })
  if (errors.length > 0) throw new Error(`Not in every supported browser:\n${errors.join('\n')}`)
}
