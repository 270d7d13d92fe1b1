/** Checks browser bundles for features missing in the oldest supported browsers. */
import { globSync, readFileSync } from 'node:fs'
import { type Browsers, hubBrowsers, sdkBrowsers } from '@playhub/contract/browsers/supported'
import { findUnsupported } from './find-unsupported.ts'
import { findUnsupportedStyles } from './find-unsupported-css.ts'
import { findMissing, findMissingStyles } from './missing.ts'

type Bundles = { files: string[]; browsers: Browsers }

const bundles: Bundles[] = [
  {
    // The last one runs in frames of the hub alone.
    files: [
      'apps/{web,console}/dist/**/*.js',
      'games/dist/**/*.js',
      'packages/game-sdk/dist/compat/memory.js',
    ],
    browsers: hubBrowsers,
  },
  { files: ['packages/game-sdk/dist/{*,compat/!(memory)}.{js,mjs}'], browsers: sdkBrowsers },
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
  '.intersection()': 'of fake-indexeddb',
  ':has': 'without it banners and bars lie over the end of a page',
  ':dir': 'in :where(), which leaves it out',
  '@property': 'the values are set as well',
  '@starting-style': 'what enters has no transition',
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
  const missingStyles = findMissingStyles(hubBrowsers)
  const styleErrors = globSync('apps/{web,console}/dist/**/*.css').flatMap((file) =>
    findUnsupportedStyles(readFileSync(file, 'utf8'), missingStyles)
      .filter((name) => !Object.hasOwn(allowed, name))
      .map((name) => `${file} uses ${name}`),
  )
  errors.push(...styleErrors)
  if (errors.length > 0) throw new Error(`Not in every supported browser:\n${errors.join('\n')}`)
}
