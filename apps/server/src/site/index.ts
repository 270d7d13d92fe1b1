export { htmlErrorSender } from './error-page.ts'
export { loadBuiltRenderer, type PageRenderer } from './pages/renderer.ts'
export { getTenant } from './pages/tenants.ts'
export { createSite } from './site.ts'
