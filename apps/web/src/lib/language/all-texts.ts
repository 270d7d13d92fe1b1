import type { InterfaceLanguage } from './language.ts'
import { namespaces, type Texts } from './texts.ts'

const files = import.meta.glob<Texts>('../../i18n/*/*.json', { eager: true, import: 'default' })

/** All texts of a language by namespace, for the server. */
export function allTexts(language: InterfaceLanguage): Record<string, Texts> {
  return Object.fromEntries(
    namespaces.map((namespace) => [namespace, files[`../../i18n/${language}/${namespace}.json`] ?? {}]),
  )
}
