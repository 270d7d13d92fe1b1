import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FoundSection, TeamDocument } from '@playhub/contract'
import { portalSdks } from '@playhub/contract/plays/portal-sdks'
import { Marked, type Token, type Tokens } from 'marked'
import { Refusal } from '../../platform/refusal.ts'
import { findSections, type Section } from './find-sections.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))

/** Files by the end of their page's path, in the order of search results; the empty one is the index. */
const files: Record<string, string> = {
  '': 'docs/teams.md',
  publish: 'docs/publish.md',
  engines: 'docs/engines.md',
  'first-game': 'docs/first-game.md',
  integrate: 'docs/integrate.md',
  sdk: 'packages/game-sdk/README.md',
  saves: 'docs/saves.md',
  leaderboards: 'docs/leaderboards.md',
  offers: 'docs/offers.md',
  'server-api': 'docs/server-api.md',
  insights: 'docs/insights.md',
  ...Object.fromEntries(portalSdks.map((portal) => [`portals/${portal}`, `docs/portals/${portal}.md`])),
}
const pathsByFile = new Map(Object.entries(files).map(([name, file]) => [file, toPath(name)]))

export const teamDocPaths = [...pathsByFile.values()]

function toPath(name: string): string {
  return `/developers/docs/${name}`
}

export type TeamDocs = {
  /** @throws Refusal DOCUMENT_NOT_FOUND */
  read(name: string): TeamDocument
  search(query: string): FoundSection[]
}

/**
 * Opens the repository's documents for game teams; each is read once.
 * @param publicUrl  Replaces the addresses of the samples.
 */
export function openTeamDocs(publicUrl: string): TeamDocs {
  const documents = new Map<string, TeamDocument & { sections: Section[] }>()

  function open(name: string) {
    const known = documents.get(name)
    if (known) return known
    const file = Object.hasOwn(files, name) ? files[name] : undefined
    if (file === undefined) throw new Refusal('DOCUMENT_NOT_FOUND')
    const markdown = readFileSync(join(root, file), 'utf8').replaceAll(
      /https?:\/\/(localhost:3000|play\.example)(?![\w.:-])/g,
      () => publicUrl,
    )
    const document = renderDocument(markdown, file)
    documents.set(name, document)
    return document
  }

  return {
    read(name) {
      const { title, html, contents } = open(name)
      return { title, html, contents }
    },
    search: (query) =>
      findSections(
        query,
        Object.keys(files).flatMap((name) => open(name).sections),
      ),
  }
}

function renderDocument(markdown: string, file: string): TeamDocument & { sections: Section[] } {
  const ids = new Map<Tokens.Generic, string>()
  const marked = new Marked({
    renderer: {
      heading(token) {
        // The page shows the title.
        if (token.depth === 1) return ''
        const { depth, tokens } = token
        return `<h${depth} id="${ids.get(token)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const target = resolveLink(href, file)
        return target === undefined ? text : `<a href="${target}">${text}</a>`
      },
      html: () => '',
    },
  })
  const tokens = marked.lexer(markdown)
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading')
  const isKnown = (id: string) => [...ids.values()].includes(id)
  for (const heading of headings) ids.set(heading, createId(toText(heading), isKnown))
  const title = headings[0] ? toText(headings[0]) : file
  const contents = headings
    .filter(({ depth }) => depth === 2)
    .map((heading) => ({ id: ids.get(heading) ?? '', label: toText(heading) }))
  return { title, html: marked.parser(tokens), contents, sections: listSections() }

  function listSections(): Section[] {
    const path = pathsByFile.get(file) ?? ''
    const sections: Section[] = []
    for (const token of tokens) {
      const id = ids.get(token)
      const heading = token.type === 'heading' ? toText(token) : ''
      if (id !== undefined)
        sections.push({ href: heading === title ? path : `${path}#${id}`, page: title, heading, text: '' })
      const last = sections.at(-1)
      if (id === undefined && last) last.text += `${toText(token)} `
    }
    return sections
  }
}

/** GitHub's ids, since the same files are read there. */
function createId(heading: string, isKnown: (id: string) => boolean): string {
  const id = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
  for (let suffix = 0; ; suffix++) {
    const unique = suffix === 0 ? id : `${id}-${suffix}`
    if (!isKnown(unique)) return unique
  }
}

/** Markdown without its marks. */
function toText({ raw }: Pick<Token, 'raw'>): string {
  return raw
    .replaceAll(/<!--.*?-->|```\w*( title="[^"]*")?|\]\([^)]*\)|^[#>-]+ |\|[ |-]*|[`*[\]]/gms, (mark) =>
      mark.startsWith('|') ? ' ' : '',
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** @returns undefined for a file outside the team docs */
function resolveLink(href: string, file: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href
  const [path = '', fragment] = href.split('#')
  const target = pathsByFile.get(join(dirname(file), path))
  return target && fragment ? `${target}#${fragment}` : target
}
