/**
 * Keeps zod from compiling schemas. The pages' CSP forbids it, and even zod's probe is an error in Firefox's
 * console. Entries import this module first: it loads no zod, which most pages do without.
 */
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true }

export {}
