/**
 * The code of what YooKassa's form could not do. Its documents do not fix the shape: `{error}`, `{code}` and a bare
 * string have been seen.
 */
export function widgetErrorCode(told: unknown): string {
  if (typeof told === 'string') return told
  if (typeof told !== 'object' || told === null) return 'unknown'
  const { error, code } = told as { error?: unknown; code?: unknown }
  return [error, code].find((value) => typeof value === 'string') ?? 'unknown'
}

/** Whether another token would do: a token lives for an hour and pays once. The server knows which payment to open. */
export function isTokenSpent(code: string): boolean {
  return code === 'token_expired' || code === 'invalid_token'
}
