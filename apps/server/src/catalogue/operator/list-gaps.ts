import { type InterfaceLanguage, isRecognisedLanguage } from '@playhub/contract'
import { hubFiles } from '@playhub/contract/operator'
import type { ContentRule } from '@playhub/contract/operator/sentences/content'
import type { Content, Project } from '../content.ts'
import { placeRule, toRule } from '../files/content-rule.ts'

const maxGaps = 200
/** Words for search, which need no translation. */
const untranslated = ['tags', 'keywords']

/** Texts of a project, or documents, that an offered language lacks. */
export function listGaps({ projects, documents, languages }: Content, draft: string): ContentRule[] {
  const offered = languages.languages
  if (draft === hubFiles) return listMissingDocuments(documents, offered)
  const project = projects.find(({ id }) => id === draft)
  if (!project) return []
  const place = `projects/${project.id}.yaml`
  return listMissingTexts(project, offered)
    .slice(0, maxGaps)
    .map(({ field, language }) => placeRule(toRule('gap', { language }), place, `\`${field}\``))
}

/** By project, because an unchanged one is the same object in the next content, too. */
const incomplete = new WeakMap<Project, { offered: string; languages: InterfaceLanguage[] }>()

/** Offered languages that some text of a project lacks. */
export function listIncompleteLanguages(
  project: Project,
  languages: readonly InterfaceLanguage[],
): InterfaceLanguage[] {
  const offered = languages.join()
  const known = incomplete.get(project)
  if (known?.offered === offered) return known.languages
  const found = [...new Set(listMissingTexts(project, languages).map(({ language }) => language))]
  incomplete.set(project, { offered, languages: found })
  return found
}

type Gap = { field: string; language: InterfaceLanguage }

function listMissingTexts(project: Project, offered: readonly InterfaceLanguage[]): Gap[] {
  const gaps: Gap[] = []
  const visit = (value: unknown, field: string): void => {
    if (typeof value !== 'object' || value === null) return
    const keys = Object.keys(value)
    if (keys.length > 0 && !Array.isArray(value) && keys.every(isRecognisedLanguage)) {
      for (const language of offered) if (!(language in value)) gaps.push({ field, language })
      return
    }
    for (const [key, entry] of Object.entries(value))
      if (!untranslated.includes(key))
        visit(entry, field === '' ? key : `${field}.${nameEntry(value, key, entry)}`)
  }
  // Texts that stand in for others are gaps of those.
  const { seo: _, ...game } = project.game
  const isRepeated = game.fullDescription === game.cardDescription
  visit({ ...project, game: isRepeated ? { ...game, fullDescription: null } : game }, '')
  return gaps
}

function nameEntry(list: object, key: string, entry: unknown): string {
  const id = Array.isArray(list) && typeof entry === 'object' && entry !== null && 'id' in entry && entry.id
  return typeof id === 'string' ? id : key
}

function listMissingDocuments(
  documents: Content['documents'],
  offered: readonly InterfaceLanguage[],
): ContentRule[] {
  const names = [...new Set(documents.map(({ name }) => name))]
  const isWritten = (name: string, language: string) =>
    documents.some((document) => document.name === name && document.language === language)
  return names.flatMap((name) =>
    offered
      .filter((language) => !isWritten(name, language))
      .map((language) => placeRule(toRule('gap', { language }), `docs/${name}.${language}.md`, 'file')),
  )
}
