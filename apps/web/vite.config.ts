import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Few files instead of many small ones: each costs a round trip, and together they compress better. Every page runs on
 * the first two, and the first outlives our own releases in caches. What the boot module uses stays out of both.
 */
const groups = [
  {
    name: 'foundation',
    test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next)\//,
  },
  {
    name: 'shell',
    tags: ['$initial' as const],
    test: (id: string) => !/boot\.ts|take-token\.ts|\.css|\0/.test(id),
  },
  ...sharedParts({
    pages: /src\/catalogue\/|payments\/prices|ui\/(price|skeleton|card|button)|arrow-(left|right)\./,
    'sign-in':
      /accounts\/(oauth|sign-in|account-menu)|accounts\/forms\/(document-link|sign-in-card)|failed-attempts|lib\/browser\/popup|ui\/(error-banner|status-chip)/,
    schemas: /node_modules\/zod\/|payments\/(load|watch|finish)-payment/,
    forms: /accounts\/(captcha|email-code|forms)\/|lib\/feedback\/|ui\/(form\/|async-section)/,
    payment: /src\/payments\/[^/]*$/,
  }),
]

/**
 * Files of what several routes share, with all that it imports: a module belongs to the first that names it, so the
 * lighter and more common ones come first, and no open page fetches what only forms need.
 */
function sharedParts(tests: Record<string, RegExp>) {
  return Object.entries(tests).map(([name, test]) => ({ name, test, minShareCount: 2 }))
}

/** Shared by the development server and both builds. */
export const base: UserConfig = {
  root: at('.'),
  plugins: [react(), tailwind()],
  appType: 'custom',
  publicDir: false,
}

/** The browser's half: two entries that share nothing, so that the boot module stays tiny. */
export const clientBuild = (dist: string): UserConfig => ({
  ...base,
  build: {
    outDir: `${dist}client`,
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    target: 'es2022',
    // light-dark() must reach the browser as it is: a part of a page may have a theme of its own.
    cssTarget: ['chrome123', 'firefox128', 'safari18'],
    rolldownOptions: {
      input: ['boot.ts', 'entry-client.tsx', 'styles/fonts.css', 'styles/public.css'].map((name) =>
        at(`src/${name}`),
      ),
      preserveEntrySignatures: 'exports-only',
      output: { codeSplitting: { groups } },
    },
  },
})

/** The server's half: everything in one file, with React in its production form. */
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

export default defineConfig(base)
