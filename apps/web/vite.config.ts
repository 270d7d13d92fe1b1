import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Shared by the development server and both builds. */
export const base: UserConfig = {
  root: at('.'),
  plugins: [react(), tailwind()],
  appType: 'custom',
  publicDir: false,
}

/** The browser's half: two entries that share nothing, so that the boot module stays tiny. */
export const clientBuild: UserConfig = {
  ...base,
  build: {
    outDir: at('dist/client'),
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    target: 'es2022',
    rolldownOptions: {
      input: { boot: at('src/boot.ts'), client: at('src/entry-client.tsx') },
      preserveEntrySignatures: 'exports-only',
    },
  },
}

/** The server's half: everything in one file, with React in its production form. */
export const serverBuild: UserConfig = {
  ...base,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: at('src/entry-server.tsx'),
    outDir: at('dist/server'),
    emptyOutDir: true,
    reportCompressedSize: false,
    copyPublicDir: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
}

export default defineConfig(base)
