import { Button } from '@playhub/ui/button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import ReactCrop, {
  centerCrop,
  makeAspectCrop,
  type PercentCrop,
  type ReactCropProps,
} from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { type Crop, type Size, toPixels } from './crop.ts'

/** Asks which part of a picture has the shape. By mouse, touch and arrow keys. */
export function CropDialog(props: {
  file: File | undefined
  aspect: number
  isPending: boolean
  onUse: (crop: Crop | undefined) => void
  onClose: () => void
}) {
  const { t } = useTranslation('pictures')
  const { file, aspect } = props
  const url = useObjectUrl(file)
  const labels = useLabels()
  const [part, setPart] = useState<PercentCrop>()
  const [size, setSize] = useState<Size>()
  const load = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => {
    setSize({ width, height })
    const whole = makeAspectCrop({ unit: '%', width: 100 }, aspect, width, height)
    setPart(centerCrop(whole, width, height) as PercentCrop)
  }
  return (
    <Dialog
      isOpen={file !== undefined}
      onClose={props.onClose}
      title={t('crop.title')}
      className="max-w-2xl"
      actions={
        <>
          <Button kind="secondary" size="small" onClick={props.onClose}>
            {t('crop.cancel')}
          </Button>
          <Button
            size="small"
            isLoading={props.isPending}
            onClick={() => props.onUse(size && part && toPixels(part, size))}
          >
            {t('crop.use')}
          </Button>
        </>
      }
    >
      {url && (
        <ReactCrop
          crop={part}
          onChange={(_, percent) => setPart(percent)}
          aspect={aspect}
          keepSelection
          minWidth={32}
          ariaLabels={labels}
          className="max-h-[60vh]"
        >
          {/* A picture that the browser cannot show goes to the hub whole, which says what is wrong with it. */}
          <img
            src={url}
            alt=""
            onLoad={(event) => load(event.currentTarget)}
            onError={() => props.onUse(undefined)}
            className="max-h-[60vh]"
          />
        </ReactCrop>
      )}
    </Dialog>
  )
}

const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const

function useLabels(): NonNullable<ReactCropProps['ariaLabels']> {
  const { t } = useTranslation('pictures')
  const byHandle = Object.fromEntries(handles.map((name) => [`${name}DragHandle`, t('crop.handle')]))
  return { cropArea: t('crop.area'), ...byHandle } as NonNullable<ReactCropProps['ariaLabels']>
}

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = file && URL.createObjectURL(file)
    setUrl(created)
    return () => {
      if (created) URL.revokeObjectURL(created)
    }
  }, [file])
  return url
}
