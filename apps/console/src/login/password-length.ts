/** The rule of operators' passwords. The hub checks the rest. */
export const passwordLength = { min: 12, max: 64 }

export const isPasswordLong = ({ length }: string): boolean =>
  length >= passwordLength.min && length <= passwordLength.max
