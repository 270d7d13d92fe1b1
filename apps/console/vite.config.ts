import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hubBrowsers, toBuildTarget } from '@playhub/contract/browsers/supported'
import { colourFallbacks } from '@playhub/ui/build/colour-fallbacks.ts'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Emits `boot.js` with a hash in its name. It is no module, because modules run after the first paint. */
const bootScript: Plugin = {
  name: 'boot-script',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'asset', name: 'boot.js', source: readFileSync(at('boot.js')) })
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const file = Object.keys(bundle).find((name) => /^assets\/boot-[\w-]+\.js$/.test(name))
      if (!file) throw new Error('The build has no boot script')
      return html.replace('./boot.js', `./${file}`)
    },
  },
}

/** The first group changes only with the libraries, and stays in caches across releases. */
const groups = [
  {
    name: 'foundation',
    test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next)\//,
  },
  { name: 'shell', tags: ['$initial' as const], test: (id: string) => !/\.css|\0/.test(id) },
  { name: 'lists', test: /src\/components\/(table|list)\//, minShareCount: 2 },
]

/** Every URL is relative, because the same build serves `https://console.example.org/` and `<hub>/console/`. */
export const consoleBuild = (dist: string): UserConfig => ({
  root: at('.'),
  base: './',
  plugins: [react(), tailwind(), bootScript, colourFallbacks],
  publicDir: false,
  build: {
    outDir: dist,
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    target: toBuildTarget(hubBrowsers),
    // Keeps light-dark() in the output, with fallbacks beside it.
    cssTarget: ['chrome123', 'firefox128', 'safari18'],
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})

export default defineConfig(consoleBuild(at('dist')))
