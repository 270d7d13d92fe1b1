import { type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react'
import { cx } from '../cx.ts'
import { controlClass, describedBy, FieldFrame } from './field.tsx'

/** A multi-line field. It grows with its content where the browser supports that. */
export function TextArea(
  props: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
    label: ReactNode
    hint?: ReactNode
    error?: ReactNode
    ref?: Ref<HTMLTextAreaElement>
  },
) {
  const { label, hint, error, className, ref, ...rest } = props
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} className={className}>
      <textarea
        rows={4}
        {...rest}
        id={id}
        ref={ref}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={cx(
          controlClass,
          'field-sizing-content max-h-96 min-h-28 resize-y px-4 py-3',
          error ? 'border-fail' : 'border-line-strong',
        )}
      />
    </FieldFrame>
  )
}
