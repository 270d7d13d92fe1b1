/** A path for the router from an address in a response, which is relative to the console's base. */
export const toPath = (href: string) => `/${href.replace(/^\/+/, '')}`
