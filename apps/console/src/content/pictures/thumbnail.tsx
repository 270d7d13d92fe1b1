import { cx } from '@playhub/ui/cx.ts'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { getPictureUrl } from '../../lib/api.ts'

/** @param path  Below the content folder. @param version  Changes when the draft's bytes do. */
export function Thumbnail(props: { project: string; path: string; version?: string; className?: string }) {
  const url = `${getPictureUrl(props.project, props.path)}${props.version ? `?v=${props.version}` : ''}`
  const [failed, setFailed] = useState('')
  return (
    <span
      className={cx('grid place-items-center overflow-hidden rounded-md bg-ink-2', props.className)}
      title={props.path}
    >
      {failed === url ? (
        <ImageOff size={20} aria-hidden="true" className="text-soft" />
      ) : (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(url)}
          className="size-full object-contain"
        />
      )}
    </span>
  )
}
