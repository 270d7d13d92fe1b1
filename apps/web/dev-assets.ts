import type { AssetManifest } from './src/lib/asset-manifest.ts'

const source = (url: string) => ({ url, bytes: 0, brotliBytes: 0 })

/**
 * What the build's manifest is to production: the sources as Vite's development server gives them out. Pass the page
 * through `vite.transformIndexHtml`, which adds hot reload; its inline module needs a policy that allows it.
 */
export const devAssets: AssetManifest = {
  boot: source('/src/boot.ts'),
  client: source('/src/entry-client.tsx'),
  css: [source('/src/styles/main.css')],
  fonts: { ru: [], en: [] },
}
