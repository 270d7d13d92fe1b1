/** Code points. */
export const maxNickNameLength = 32

/** The default nickname: the part before the @, without its tag. */
export function toNickName(email: string): string {
  const mailbox = email.slice(0, email.lastIndexOf('@'))
  const name = mailbox.split('+')[0] || mailbox
  return Array.from(name).slice(0, maxNickNameLength).join('')
}
