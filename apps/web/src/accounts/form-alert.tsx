import { CircleAlert } from 'lucide-react'
import { useErrorWords } from './error-words.ts'

/** What went wrong with a form as a whole; announced when it appears. */
export function FormAlert({ code }: { code: string | undefined }) {
  const words = useErrorWords()
  return (
    <div role="alert" className="empty:hidden">
      {code && (
        <p className="flex items-start gap-2 rounded-control border border-fail/60 bg-fail/8 px-4 py-3 text-15">
          <CircleAlert size={20} aria-hidden="true" className="mt-px shrink-0 text-fail" />
          {words(code)}
        </p>
      )}
    </div>
  )
}
