/** What the other parts of the client may use; everything else here is private. */
export { useErrorWords } from './error-words.ts'
export { FormAlert } from './form-alert.tsx'
export { useSubmit } from './form-trouble.ts'
