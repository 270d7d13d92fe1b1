import {
  type ContentCode,
  type ContentRule,
  contentSentences,
} from '@playhub/contract/operator/sentences/content'
import type { SentenceParams } from '@playhub/contract/operator/sentences/sentence'

type RuleName = ContentCode extends `content.${infer Name}` ? Name : never

/** A broken rule of the content. */
export const toRule = (name: RuleName, params: SentenceParams = {}): ContentRule => ({
  code: `content.${name}`,
  params,
})

/** @param field  `file` for the whole file */
export const placeRule = ({ code, params }: ContentRule, place: string, field?: string): ContentRule => ({
  code,
  params: { ...params, place, ...(field && { field }) },
})

/** The rule as a message of a schema, which `readRule` reads. */
export const writeRule = (name: RuleName, params?: SentenceParams): string =>
  JSON.stringify(toRule(name, params))

/** A message that no rule of ours wrote becomes a quotation. */
export function readRule(message: string): ContentRule {
  try {
    const rule = JSON.parse(message) as ContentRule
    if (Object.hasOwn(contentSentences.en, rule.code)) return rule
  } catch {}
  return toRule('other', { said: message })
}
