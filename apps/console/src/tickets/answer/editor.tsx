import { operatorLimits } from '@playhub/contract/operator/limits'
import { cx } from '@playhub/ui/cx.ts'
import { TextLimitNote, useTextLimit } from '@playhub/ui/form/text-limit.tsx'
import { type KeyboardEvent, type RefObject, useId } from 'react'

/** Ctrl+Enter sends. */
export function Editor(props: {
  label: string
  value: string
  onChange: (text: string) => void
  onSend: () => void
  isReadOnly: boolean
  ref: RefObject<HTMLTextAreaElement | null>
}) {
  const id = useId()
  const limit = useTextLimit(props.ref, operatorLimits.text)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    props.onSend()
  }
  return (
    <div className="grid gap-1.5">
      <textarea
        ref={props.ref}
        aria-label={props.label}
        placeholder={props.label}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={onKeyDown}
        readOnly={props.isReadOnly}
        aria-invalid={limit.isTooLong || undefined}
        aria-describedby={limit.text ? `${id}-limit` : undefined}
        className={cx(
          'field-sizing-content max-h-[50vh] min-h-32 max-md:max-h-[30vh] max-md:min-h-12 max-md:group-focus-within/answer:min-h-24 w-full resize-y rounded-control border bg-ink-0 px-4 py-3 text-[1rem] placeholder:text-soft/80 hover:border-text',
          limit.isTooLong ? 'border-fail' : 'border-line-strong',
        )}
      />
      <TextLimitNote id={`${id}-limit`} limit={limit} />
    </div>
  )
}
