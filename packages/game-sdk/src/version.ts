/** The same as in package.json; a test keeps them together. */
export const SDK_VERSION = '0.1.0'
