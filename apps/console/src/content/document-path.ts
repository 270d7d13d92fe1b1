import { isRecognisedLanguage, type RecognisedLanguage } from '@playhub/contract/languages'

export type DocumentPath = { name: string; language: RecognisedLanguage }

/** @returns null for any other file */
export function parseDocumentPath(path: string): DocumentPath | null {
  const [, name = '', language] = /^docs\/([\w-]+)\.([a-z]{2})\.md$/.exec(path) ?? []
  return isRecognisedLanguage(language) ? { name, language } : null
}

export const toDocumentPath = ({ name, language }: DocumentPath) => `docs/${name}.${language}.md`
