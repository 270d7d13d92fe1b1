export type { PageRenderer } from './renderer.ts'
export { loadBuiltRenderer } from './renderer.ts'
export { registerSite } from './site.ts'
export { tenantOf } from './tenant.ts'
