/** What the other parts of the client may use; everything else here is private. */
export { addressWithLocale } from './entrance.ts'
export { useErrorWords } from './error-words.ts'
export { finishSignIn } from './finish-sign-in.ts'
export { FormAlert } from './form-alert.tsx'
export { type Answer, type Answers, tellUnreachable, useSubmit } from './form-trouble.ts'
export { rememberReturnTo } from './return-to.ts'
