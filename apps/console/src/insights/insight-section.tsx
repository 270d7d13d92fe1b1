import type { ReactNode } from 'react'
import { Section } from '../components/layout/section.tsx'
import { ExportLink } from '../components/list/export-link.tsx'
import { useMe } from '../lib/me.ts'
import type { InsightQuery } from './measures.ts'

type Props = {
  title: string
  /** A sentence on what it counts. */
  text: string
  query: InsightQuery
  /** Link to the CSV with the same values. */
  exportPath?: string
  by?: string
  children: ReactNode
}

/** A titled part of the page with what it counts and its CSV. */
export function InsightSection({ title, text, query, exportPath, by, children }: Props) {
  const me = useMe()
  const canExport = me.can('lists.export', query.project)
  return (
    <Section
      title={title}
      actions={exportPath && canExport && <ExportLink path={exportPath} query={{ ...query, by }} />}
    >
      <p className="mb-3 max-w-180 text-13 text-pretty text-soft">{text}</p>
      {children}
    </Section>
  )
}
