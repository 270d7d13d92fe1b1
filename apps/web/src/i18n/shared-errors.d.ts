/** The part of `errors.json` used on every page: see `vite.config.ts`. */
declare module '*.json?shared' {
  const messages: Record<string, unknown>
  export default messages
}
