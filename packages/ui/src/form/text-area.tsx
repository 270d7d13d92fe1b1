import { type ReactNode, type Ref, type TextareaHTMLAttributes, useId, useRef } from 'react'
import { cx } from '../cx.ts'
import { controlClass, describedBy, FieldFrame, mergeRefs } from './field.tsx'
import { useTextLimit } from './text-limit.tsx'

/** A multi-line field. It grows with its content where the browser supports it. */
export function TextArea(
  props: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
    label: ReactNode
    hint?: ReactNode
    error?: ReactNode
    /** The field takes more and says how much is too long. */
    maxLength?: number
    ref?: Ref<HTMLTextAreaElement>
  },
) {
  const { label, hint, error, maxLength, className, ref, ...rest } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const limit = useTextLimit(field, maxLength)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} limit={limit} className={className}>
      <textarea
        rows={4}
        {...rest}
        id={id}
        ref={mergeRefs(field, ref)}
        aria-invalid={error || limit.isTooLong ? true : undefined}
        aria-describedby={describedBy(id, hint, error, limit.text)}
        className={cx(
          controlClass,
          'field-sizing-content max-h-96 min-h-28 resize-y px-4 py-3',
          error || limit.isTooLong ? 'border-fail' : 'border-line-strong',
        )}
      />
    </FieldFrame>
  )
}
