import type { PlayerSave, PlayerSaveValue } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { saveFile } from '@playhub/ui/save-file.ts'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { callOperator } from '../lib/api.ts'
import { compareJson, formatPath, parseJson } from './compare-json.ts'
import { JsonTree, Leaf } from './json-tree.tsx'

type Wanted = { playerId: string; save: PlayerSave; version: number }
export type Contents = { value: PlayerSaveValue; before: PlayerSaveValue | undefined }

/** Reads a version of a save, and the one before it that is still kept. */
export async function loadContents({
  playerId,
  save: { project, key, current, versions },
  version,
}: Wanted): Promise<Contents> {
  const read = async (wanted: number) => {
    const request = { params: { id: playerId }, query: { project, key, version: wanted } }
    return (await callOperator('GET /players/{id}/saves/value', request)).data.result
  }
  const known = [...versions.map((one) => one.version), current?.version ?? 0]
  const earlier = Math.max(0, ...known.filter((one) => one < version))
  const [value, before] = await Promise.all([read(version), earlier > 0 ? read(earlier) : undefined])
  return { value, before }
}

/** What a version of a save holds, and what is new in it. */
export function SaveContents({ value, before }: Contents) {
  const { t } = useTranslation('saves')
  const parsed = parseJson(value.value)
  return (
    <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line bg-ink-0 p-3">
      {before && <Changes value={value} before={before} />}
      <section aria-label={t('contents')}>
        <header className="mb-1 flex flex-wrap items-center justify-between gap-2">
          <h4 className="text-13 font-medium">{t('contents')}</h4>
          <Button
            kind="quiet"
            size="small"
            icon={<Download size={15} aria-hidden="true" />}
            onClick={() =>
              saveFile(`${value.project}-${value.version}.json`, 'application/json', value.value)
            }
          >
            {t('download')}
          </Button>
        </header>
        <JsonTree value={parsed ? parsed.value : value.value} />
      </section>
    </div>
  )
}

function Changes({ value, before }: { value: PlayerSaveValue; before: PlayerSaveValue }) {
  const { t } = useTranslation('saves')
  const [now, then] = [parseJson(value.value), parseJson(before.value)]
  if (!now || !then) return null
  const { changes, isCut } = compareJson(then.value, now.value)
  const title = t('changes.title', { version: before.version })
  return (
    <section aria-label={title}>
      <h4 className="mb-1 text-13 font-medium">{title}</h4>
      {changes.length === 0 && <p className="text-13 text-soft">{t('changes.none')}</p>}
      <dl className="grid gap-x-4 gap-y-1 font-mono text-13 wrap-anywhere md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        {changes.map(({ path, ...values }) => (
          <div key={formatPath(path)} className="contents">
            <dt className="text-soft">{formatPath(path) || t('changes.whole')}</dt>
            <dd className="max-md:pb-1.5 max-md:ps-3">
              <Side values={values} />
            </dd>
          </div>
        ))}
      </dl>
      {isCut && <p className="mt-1 text-13 text-soft">{t('changes.more', { count: changes.length })}</p>}
    </section>
  )
}

/** "added: 4", "removed: 3" or "3 → 4". */
function Side({ values }: { values: { before?: unknown; after?: unknown } }) {
  const { t } = useTranslation('saves')
  if (!('before' in values))
    return (
      <>
        <span className="font-sans text-soft">{t('changes.added')} </span>
        <Leaf value={values.after} />
      </>
    )
  if (!('after' in values))
    return (
      <>
        <span className="font-sans text-soft">{t('changes.removed')} </span>
        <Leaf value={values.before} />
      </>
    )
  return (
    <>
      <Leaf value={values.before} /> <span className="text-soft">→</span> <Leaf value={values.after} />
    </>
  )
}
