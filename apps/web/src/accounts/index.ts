/** What the other parts of the client may use; everything else here is private. */
export { useErrorWords } from '../lib/feedback/error-message.ts'
export { useSubmit } from '../lib/feedback/use-submit.ts'
export { FormAlert } from '../ui/form/form-alert.tsx'
