import { offerAudiences } from '@playhub/contract/operator/constants'
import { hubFiles } from '@playhub/contract/operator/content-files'
import { Button } from '@playhub/ui/button.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { SelectField } from '../../components/form/select-field.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { callOperator } from '../../lib/api.ts'
import { withOffset } from '../../lib/days.ts'
import { useMe, useProjectNames } from '../../lib/me.ts'
import { PreviewFrames } from './preview-frames.tsx'

export async function loader({ params }: LoaderFunctionArgs) {
  const { data } = await callOperator('GET /content')
  return { project: params.project ?? hubFiles, content: data.result }
}

/** The pages as they would be with the draft: each language, on a phone, a tablet and a desktop. */
export function Component() {
  const { t, i18n } = useTranslation('pictures')
  const { project, content } = useLoaderData<typeof loader>()
  const nameProject = useProjectNames()
  const { timeZone } = useMe()
  const pages = usePages()
  const [query, setQuery] = useSearchParams()
  const [revision, setRevision] = useState(0)
  const choose = (name: string) => (value: string) =>
    setQuery((current) => ({ ...Object.fromEntries(current), [name]: value }), { replace: true })
  const page = pages.find(({ value }) => value === query.get('page')) ?? pages[0]
  const language =
    content.languages.find((each) => each === query.get('language')) ?? content.languages[0] ?? 'en'
  const as = offerAudiences.find((each) => each === query.get('as')) ?? 'everyone'
  const at = query.get('at') ?? ''
  const languageNames = new Intl.DisplayNames(i18n.language, { type: 'language' })
  return (
    <PageFrame
      title={project === hubFiles ? t('preview.title') : t('preview.of', { name: nameProject(project) })}
      actions={
        <Button
          kind="secondary"
          size="small"
          icon={<RotateCw size={16} />}
          onClick={() => setRevision(revision + 1)}
        >
          {t('preview.reload')}
        </Button>
      }
      back={{ to: '/content', label: t('page.back') }}
    >
      <div className="mb-4 flex flex-wrap gap-4">
        <SelectField
          label={t('preview.page')}
          options={pages}
          value={page?.value ?? ''}
          onChange={choose('page')}
          className="w-72"
        />
        <SelectField
          label={t('preview.language')}
          options={content.languages.map((value) => ({ value, label: languageNames.of(value) ?? value }))}
          value={language}
          onChange={choose('language')}
          className="w-48"
        />
        <Field
          type="datetime-local"
          label={t('preview.at')}
          hint={t('preview.atHint', { zone: timeZone })}
          value={at}
          onChange={({ target: { value } }) => choose('at')(value.slice(0, 16))}
          className="w-64"
        />
        <SelectField
          label={t('preview.as')}
          options={offerAudiences.map((value) => ({ value, label: t(`preview.audience.${value}`) }))}
          value={as}
          onChange={choose('as')}
          className="w-64"
        />
      </div>
      {page && (
        <PreviewFrames
          project={project}
          path={page.value}
          language={language}
          at={at ? Date.parse(withOffset(at, timeZone)) : undefined}
          as={as}
          revision={revision}
        />
      )}
    </PageFrame>
  )
}

function usePages(): { value: string; label: string }[] {
  const { t } = useTranslation('pictures')
  const { project, content } = useLoaderData<typeof loader>()
  const catalogue = { value: '/games/en/', label: t('preview.catalogue') }
  if (project !== hubFiles)
    return [
      { value: `/games/en/${project}/`, label: t('preview.game') },
      { value: `/prices/${project}`, label: t('preview.prices') },
      catalogue,
    ]
  const documents = content.documents.filter(
    ({ name }, index) => content.documents.findIndex((each) => each.name === name) === index,
  )
  return [
    catalogue,
    ...documents.map(({ name, title }) => ({
      value: `/docs/${name}`,
      label: t('preview.document', { title }),
    })),
  ]
}
