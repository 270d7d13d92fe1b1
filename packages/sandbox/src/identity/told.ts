/** Only what is known: providers leave out what they cannot tell. */
export function told(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== null && value !== undefined),
  )
}
