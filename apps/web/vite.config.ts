import { fileURLToPath } from 'node:url'
import { hubBrowsers, toBuildTarget } from '@playhub/contract/browsers/supported'
import { colourFallbacks } from '@playhub/ui/build/colour-fallbacks.ts'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Chunks: few large files need fewer round trips and compress better. Every page loads the first two, and the first
 * stays in caches across releases. The boot script's modules are in neither. The `Trans` component, an HTML parser,
 * loads with its pages.
 */
const groups = [
  {
    name: 'foundation',
    test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next)\/(?!dist\/es\/Trans)/,
  },
  {
    name: 'shell',
    tags: ['$initial' as const],
    test: (id: string) => !/boot\.ts|take-(token|code)\.ts|\.css|\0/.test(id),
  },
  ...sharedParts({
    actions: /(lib|ui\/src)\/feedback\/|icons\/lock\./,
    pages:
      /src\/catalogue\/(?!shop\/|library\/play-days)|payments\/order\/prices|ui\/(src\/)?(price|skeleton|card|button|filter-links|game)\.|arrow-(left|right)\./,
    near: /lib\/(browser\/(offer-code|when-near)|page\/late-component)\.|start\/(count-view|may-count)|library\/play-days/,
    shop: /src\/catalogue\/shop\//,
    login:
      /accounts\/(oauth|login|account-menu)|accounts\/forms\/login-card|failed-attempts|lib\/browser\/popup|ui\/src\/(error-banner|status-chip)|react-i18next\/dist\/es\/Trans/,
    schemas: /node_modules\/zod\/|payments\/(order\/|checkout\/payment-loader)/,
    forms: /accounts\/(captcha|email-code|forms)\/|ui\/(src\/(form\/|async-section)|form-alert)/,
    payment: /src\/payments\/(checkout|providers)\/[^/]*$/,
  }),
]

/**
 * Chunks for modules shared by several routes, with their imports. A module belongs to the first matching chunk, so
 * smaller and more common ones come first, and public pages load no code for forms.
 */
function sharedParts(tests: Record<string, RegExp>) {
  return Object.entries(tests).map(([name, test]) => ({ name, test, minShareCount: 2 }))
}

/** `errors.json?shared` leaves out what only pages with forms and actions need: half of every page's messages. */
export const sharedErrors: Plugin = {
  name: 'shared-errors',
  enforce: 'pre',
  transform(json, id) {
    if (!id.endsWith('errors.json?shared')) return undefined
    const { refusal, issue, field, ...shared } = JSON.parse(json)
    return { code: `export default ${JSON.stringify(shared)}`, moduleType: 'js' }
  },
}

/** Common to the development server and both builds. */
export const base: UserConfig = {
  root: at('.'),
  plugins: [react(), tailwind(), sharedErrors],
  appType: 'custom',
  publicDir: false,
}

/** The browser build: the boot module and the client share no chunk, so the boot module stays small. */
export const clientBuild = (dist: string): UserConfig => ({
  ...base,
  plugins: [...(base.plugins ?? []), colourFallbacks],
  build: {
    outDir: `${dist}client`,
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    target: toBuildTarget(hubBrowsers),
    // Keep light-dark() in the output: a page section may have its own theme. Older browsers get fallbacks beside it.
    cssTarget: ['chrome123', 'firefox128', 'safari18'],
    rolldownOptions: {
      input: [
        at('../../packages/ui/src/styles/fonts.css'),
        ...['boot.ts', 'entry-client.tsx', 'styles/critical.css'].map((name) => at(`src/${name}`)),
      ],
      preserveEntrySignatures: 'exports-only',
      // The shell lists the names of all chunks, and hexadecimal hashes compress better.
      output: { codeSplitting: { groups }, hashCharacters: 'hex' },
    },
  },
})

/** The server build: one file, with React's production build. */
export const serverBuild = (dist: string): UserConfig => ({
  ...base,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: at('src/entry-server.tsx'),
    outDir: `${dist}server`,
    emptyOutDir: true,
    reportCompressedSize: false,
    copyPublicDir: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
})

/** The service worker's facts about its build. */
export type Release = { id: string; clientUrl: string; shellFiles: string[] }

/** The service worker's build: one file outside `assets`, because its name never changes. */
export const serviceWorkerBuild = (dist: string, release: Release): UserConfig => ({
  root: at('.'),
  publicDir: false,
  define: { RELEASE: JSON.stringify(release) },
  build: {
    outDir: `${dist}client`,
    emptyOutDir: false,
    reportCompressedSize: false,
    target: toBuildTarget(hubBrowsers),
    rolldownOptions: {
      input: at('service-worker/service-worker.ts'),
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
})

export default defineConfig(base)
