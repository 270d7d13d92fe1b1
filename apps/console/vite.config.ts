import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hubBrowsers, toBuildTarget } from '@playhub/contract/browsers/supported'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Emits `theme.js` with a hash in its name. It is no module, because modules run after the first paint. */
const themeScript: Plugin = {
  name: 'theme-script',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'asset', name: 'theme.js', source: readFileSync(at('theme.js')) })
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const file = Object.keys(bundle).find((name) => /^assets\/theme-[\w-]+\.js$/.test(name))
      if (!file) throw new Error('The build has no theme script')
      return html.replace('./theme.js', `./${file}`)
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
  plugins: [react(), tailwind(), themeScript],
  publicDir: false,
  build: {
    outDir: dist,
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    target: toBuildTarget(hubBrowsers),
    // Keeps light-dark() in the output.
    cssTarget: ['chrome123', 'firefox128', 'safari18'],
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})

export default defineConfig(consoleBuild(at('dist')))
