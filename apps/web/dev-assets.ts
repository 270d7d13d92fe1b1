import type { AssetManifest } from './src/lib/page/asset-manifest.ts'

const source = (url: string) => ({ url, bytes: 0, brotliBytes: 0 })

const font = (name: string) => `/src/styles/fonts/${name}.woff2`

/** The development asset manifest: sources that Vite's development server transforms. */
export const devAssets: AssetManifest = {
  boot: source('/src/dev-boot.ts'),
  client: source('/src/entry-client.tsx'),
  css: [source('/src/styles/fonts.css'), source('/src/styles/main.css')],
  fontFacesCss: '',
  criticalRules: [],
  fonts: {
    cyrillic: { text: font('onest-cyrillic'), headings: font('unbounded-cyrillic-700') },
    latin: { text: font('onest-latin'), headings: font('unbounded-latin-700') },
  },
}
