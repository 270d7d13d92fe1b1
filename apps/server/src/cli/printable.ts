import type { CommandContext } from './command-context.ts'

/** Control characters except line breaks, and what breaks or turns a line in Unicode: a terminal would obey them. */
const controls = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu

/** Shows control characters as escapes, so stored text cannot steer its reader's terminal. */
export function toPrintable(text: string): string {
  return text.replace(controls, escapeCharacter)
}

/** Also without line breaks, by which stored text would forge lines. Every command's output passes through it. */
export function toPrintableLine(text: string): string {
  return toPrintable(text).replaceAll('\n', '\\u000a')
}

/** Prints multi-line text on purpose. */
export function printLines({ print }: Pick<CommandContext, 'print'>, text: string): void {
  for (const line of text.split('\n')) print(line)
}

const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
