import { Button } from '@playhub/ui/button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { useTranslation } from 'react-i18next'
import { PictureField } from '../../pictures/picture-field.tsx'
import { useProjectEditor } from '../project-editor.ts'
import { LanguageFields } from '../texts/text-row.tsx'
import type { Item } from './read-items.ts'

/** The picture of an item and what it shows, saved in the draft at once. */
export function PictureDialog(props: { item: Item; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation(['content-project', 'common'])
  const { project, edit, getProblem } = useProjectEditor()
  const { index, title, image } = props.item
  const path = ['items', index, 'image']
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={title}
      className="max-w-2xl"
      actions={
        <Button size="small" onClick={props.onClose}>
          {t('items.pictureDone')}
        </Button>
      }
    >
      <div className="grid gap-4 text-start">
        <PictureField
          label={t('newItem.picture')}
          hint={t('newItem.pictureHint')}
          error={getProblem(path)}
          project={project}
          shape="square"
          value={image}
          onChange={(picture) =>
            edit(({ set, remove }) => (picture === undefined ? remove(path) : set(path, picture)))
          }
        />
        <LanguageFields path={['items', index, 'imageAlt']} />
      </div>
    </Dialog>
  )
}
