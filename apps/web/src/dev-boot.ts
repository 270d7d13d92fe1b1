/**
 * The development boot module. It runs what Vite would put into an inline script, which our content security
 * policy forbids, then the real boot module.
 */
// @ts-expect-error: a virtual module of Vite
const { injectIntoGlobalHook } = await import('/@react-refresh')
injectIntoGlobalHook(window)
Object.assign(window, { $RefreshReg$: () => undefined, $RefreshSig$: () => (type: unknown) => type })
// @ts-expect-error: a virtual module of Vite
await import('/@vite/client')
await import('./boot.ts')

export {}
