import { Button } from '@playhub/ui/button.tsx'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { getProjectPath, loadYaml } from '../content/project/load-project.ts'
import { addOffer } from '../content/project/offers/new-offer.ts'
import { getDraftFile, putDraftFile } from '../content/use-draft-file.ts'
import { useAction } from '../lib/use-action.ts'

/** Adds an offer to the operator's draft and opens it there. */
export function NewOfferButton({ project }: { project: string }) {
  const { t } = useTranslation('offers')
  const navigate = useNavigate()
  const [isPending, run] = useAction()
  const add = async () => {
    const path = getProjectPath(project)
    const [file, yaml] = await Promise.all([getDraftFile(project, path), loadYaml()])
    const { value } = yaml.readYaml(file.text ?? '')
    let id = ''
    const text = yaml.editYaml(file.text ?? '', (edit) => {
      id = addOffer(edit, value)
    })
    await putDraftFile(project, path, { text, baseSha256: file.baseSha256 })
    await navigate(`/content/projects/${encodeURIComponent(project)}/offers?open=${id}`)
  }
  return (
    <Button
      size="small"
      icon={<Plus size={16} aria-hidden="true" />}
      isLoading={isPending}
      onClick={() => void run(add)}
    >
      {t('new')}
    </Button>
  )
}
