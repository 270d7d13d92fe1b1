/**
 * Something the operator can mend before the hub starts. The message is one line that says what to do; it is shown
 * without a stack.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
