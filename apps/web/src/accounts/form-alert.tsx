import { useErrorWords } from './error-words.ts'
import { Warning } from './warning.tsx'

/** What went wrong with a form as a whole. */
export function FormAlert({ code }: { code: string | undefined }) {
  const words = useErrorWords()
  return <Warning>{words(code)}</Warning>
}
