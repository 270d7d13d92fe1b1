import { fileURLToPath } from 'node:url'
import type { AssetManifest } from './src/lib/page/asset-manifest.ts'

const source = (url: string) => ({ url, bytes: 0, brotliBytes: 0 })

/** Vite serves files outside its root below `/@fs`. */
const style = (path: string) =>
  `/@fs${fileURLToPath(new URL(`../../packages/ui/src/styles/${path}`, import.meta.url))}`

const font = (name: string) => style(`fonts/${name}.woff2`)

/** The development asset manifest: sources transformed by Vite's development server. */
export const devAssets: AssetManifest = {
  boot: source('/src/dev-boot.ts'),
  client: source('/src/entry-client.tsx'),
  css: [source(style('fonts.css')), source('/src/styles/main.css')],
  fontFacesCss: '',
  criticalRules: [],
  fonts: {
    cyrillic: { text: font('onest-cyrillic'), headings: font('unbounded-cyrillic-700') },
    latin: { text: font('onest-latin'), headings: font('unbounded-latin-700') },
  },
}
