/**
 * The boot module of development: what Vite would write into the page as an inline script, which our policy forbids,
 * then the real one.
 */
// @ts-expect-error: made by Vite while it runs
const { injectIntoGlobalHook } = await import('/@react-refresh')
injectIntoGlobalHook(window)
Object.assign(window, { $RefreshReg$: () => undefined, $RefreshSig$: () => (type: unknown) => type })
// @ts-expect-error: made by Vite while it runs
await import('/@vite/client')
await import('./boot.ts')

export {}
