/** The widget's error code. The shape is undocumented; seen: `{error}`, `{code}` and a bare string. */
export function widgetErrorCode(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  if (typeof thrown !== 'object' || thrown === null) return 'unknown'
  const { error, code } = thrown as { error?: unknown; code?: unknown }
  return [error, code].find((value) => typeof value === 'string') ?? 'unknown'
}

/** True when a new token would help: a token expires after an hour and works for one payment. */
export function isTokenExpired(code: string): boolean {
  return code === 'token_expired' || code === 'invalid_token'
}
