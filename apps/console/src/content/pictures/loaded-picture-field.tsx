import { Button } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { describedBy, FieldError } from '@playhub/ui/form/field.tsx'
import { Images, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../lib/use-action.ts'
import type { Crop } from './crop.ts'
import { CropDialog } from './crop-dialog.tsx'
import { DropArea } from './drop-area.tsx'
import { PickDialog } from './pick-dialog.tsx'
import type { PictureFieldProps } from './picture-field-props.ts'
import { Thumbnail } from './thumbnail.tsx'
import { getPictureError, uploadPicture } from './upload-picture.ts'

const aspects: Record<PictureFieldProps['shape'], number | undefined> = {
  square: 1,
  card: 4 / 3,
  hero: 16 / 9,
  logo: undefined,
  free: undefined,
}
const boxes: Record<PictureFieldProps['shape'], string> = {
  square: 'size-24',
  card: 'h-24 w-32',
  hero: 'h-24 w-[10.7rem]',
  logo: 'h-24 w-32',
  free: 'h-24 w-32',
}

export function LoadedPictureField(props: PictureFieldProps) {
  const { t } = useTranslation('pictures')
  const { project, value, onChange, shape, label, hint, isReadOnly } = props
  const id = useId()
  const [isPicking, setIsPicking] = useState(false)
  const upload = useUpload(props)
  const error = upload.error ?? props.error
  return (
    <fieldset className="min-w-0">
      <legend className={props.isAdding ? 'sr-only' : 'mb-1.5 text-15 font-medium'}>{label}</legend>
      <div className="flex flex-wrap gap-3">
        {value !== undefined && <Thumbnail project={project} path={toPath(value)} className={boxes[shape]} />}
        {value === undefined && !props.isAdding && !props.isRequired && (
          <p
            className={cx(
              boxes[shape],
              'grid place-items-center rounded-md bg-ink-2 p-2 text-center text-13 text-soft',
            )}
          >
            {t('none')}
          </p>
        )}
        {!isReadOnly && (
          <DropArea
            label={label}
            uploading={upload.sending?.name}
            onFile={upload.start}
            describedBy={describedBy(id, hint, error)}
          />
        )}
      </div>
      {!isReadOnly && (
        <div className="mt-1 flex flex-wrap gap-1">
          <Button kind="quiet" size="small" icon={<Images size={16} />} onClick={() => setIsPicking(true)}>
            {t('pick')}
          </Button>
          {value !== undefined && (
            <Button kind="quiet" size="small" icon={<Trash2 size={16} />} onClick={() => onChange(undefined)}>
              {t('remove')}
            </Button>
          )}
        </div>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-13 text-soft">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {aspects[shape] !== undefined && (
        <CropDialog
          file={upload.chosen}
          aspect={aspects[shape]}
          isPending={upload.sending !== undefined}
          onUse={upload.send}
          onClose={upload.cancel}
        />
      )}
      <PickDialog
        project={project}
        isOpen={isPicking}
        onPick={(path) => {
          setIsPicking(false)
          onChange(`/${path}`)
        }}
        onClose={() => setIsPicking(false)}
      />
    </fieldset>
  )
}

/** `/main_images/skyport/card.webp#part` → `main_images/skyport/card.webp` */
const toPath = (value: string) => decodeURI(new URL(value, 'http://content').pathname).slice(1)

/** A chosen file is cut first, unless its shape does not matter. */
function useUpload({ project, shape, onChange }: PictureFieldProps) {
  const [chosen, setChosen] = useState<File>()
  const [sending, setSending] = useState<File>()
  const [error, setError] = useState<string>()
  const [, run] = useAction((cause) => setError(getPictureError(cause)))
  const send = (file: File, crop?: Crop) =>
    void run(async () => {
      setSending(file)
      setError(undefined)
      try {
        const { path } = await uploadPicture({
          ...{ project, file },
          ...(shape !== 'free' && { shape }),
          ...(crop && { crop }),
        })
        onChange(`/${path}`)
      } finally {
        setSending(undefined)
        setChosen(undefined)
      }
    })
  return {
    ...{ chosen, sending, error },
    start: (file: File) => (aspects[shape] === undefined ? send(file) : setChosen(file)),
    send: (crop: Crop | undefined) => chosen && send(chosen, crop),
    cancel: () => setChosen(undefined),
  }
}
