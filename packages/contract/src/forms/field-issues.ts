/** Message ids for all validation issues. */
export const fieldIssues = [
  'EMAIL_REQUIRED',
  'EMAIL_TOO_LONG',
  'EMAIL_INVALID',
  'PASSWORD_REQUIRED',
  'PASSWORD_LENGTH',
  'PASSWORD_INVALID',
  'PASSWORD_REPEAT_REQUIRED',
  'PASSWORD_MISMATCH',
  'CODE_INVALID',
  'NAME_INVALID',
  'PASSKEY_NAME_INVALID',
  'CONSENT_REQUIRED',
  'CAPTCHA_REQUIRED',
  'REASON_REQUIRED',
  'PAYMENT_ID_INVALID',
  'TEXT_REQUIRED',
  'TEXT_TOO_LONG',
  'FIELD_INVALID',
] as const
export type FieldIssue = (typeof fieldIssues)[number]
