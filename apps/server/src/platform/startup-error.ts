/** A failure that the operator can fix before the hub starts. Its one-line message says how and is shown without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
