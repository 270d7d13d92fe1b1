import { spawnSync } from 'node:child_process'
import { aptInstall } from '@playhub/test-kit/apt-install'
import type { Page } from 'playwright-core'
import type { AddedLanguage } from '../environment/languages.ts'

/** The system's fonts intended for a language, beside the hub's own. */
const systemFonts: Record<AddedLanguage, RegExp> = {
  de: /^$/,
  ja: /^(Noto Sans (CJK )?JP|Hiragino .+|Yu Gothic.*|Meiryo)$/,
}

/** Installs a Japanese font where there is none. @returns  why there is none; empty when there is one */
export function ensureJapaneseFont(): string {
  if (process.platform !== 'linux' || hasJapaneseFont()) return ''
  const failure = aptInstall('fonts-noto-cjk')
  return hasJapaneseFont() ? '' : `fonts-noto-cjk cannot be installed: ${failure ?? 'the font is missing'}`
}

const hasJapaneseFont = () =>
  spawnSync('fc-list', ['Noto Sans CJK JP'], { encoding: 'utf8' }).stdout?.includes('Noto') ?? false

/** @returns  a sentence for each text in which another font replaces missing letters */
export async function findWrongFonts(page: Page, language: AddedLanguage): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'h1, h2, h3, p:not(:has(code)), label',
  })
  const errors = new Set<string>()
  for (const nodeId of nodeIds) {
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
    for (const { familyName, isCustomFont } of fonts) {
      if (isCustomFont || systemFonts[language].test(familyName)) continue
      const { outerHTML } = await devtools.send('DOM.getOuterHTML', { nodeId })
      errors.add(`${outerHTML.replace(/<[^>]*>/g, '').slice(0, 40)} is in ${familyName}`)
    }
  }
  await devtools.detach()
  return [...errors]
}
