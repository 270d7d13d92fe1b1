import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A multi-page site: the list, and one page per game. */
export default defineConfig({
  root: here('.'),
  base: './',
  appType: 'mpa',
  publicDir: false,
  server: { port: 3002 },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    // Browsers supported by the hub.
    target: ['chrome109', 'firefox115', 'safari16.4'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: ['islandm3', 'familytown', 'neuroarena', 'nightcity']
        .map((game) => `${game}/index.html`)
        .concat('index.html')
        .map(here),
    },
  },
})
