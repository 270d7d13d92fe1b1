/** Placeholders of saved replies. */
export const replyPlaceholders = ['name', 'order', 'game'] as const
type ReplyPlaceholder = (typeof replyPlaceholders)[number]
export type PlaceholderValues = { [name in ReplyPlaceholder]?: string | undefined }

const placeholder = /\{([^{}\n]*)\}/g
const isKnown = (name: string): name is ReplyPlaceholder => replyPlaceholders.some((known) => known === name)

/** Words in braces that stand for nothing, as they are written. */
export function listUnknownPlaceholders(text: string): string[] {
  const found = [...text.matchAll(placeholder)]
  return [...new Set(found.filter(([, name = '']) => !isKnown(name)).map(([written]) => written))]
}

/** Known placeholders that a text still has. */
export function listPlaceholders(text: string): ReplyPlaceholder[] {
  return replyPlaceholders.filter((name) => text.includes(`{${name}}`))
}

/** Fills in the known values; braces in a value are text. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replace(placeholder, (written, name: string) => (isKnown(name) && values[name]) || written)
}
