/** The part of `errors.json` that every page needs: see `vite.config.ts`. */
declare module '*.json?shared' {
  const messages: Record<string, unknown>
  export default messages
}
