export const PASSWORD_LENGTH = { min: 8, max: 128 } as const

/** What a password needs (AUT-02), each by itself, so that it can be ticked off while typing. */
export const passwordRules = {
  length: (password: string) => [...password].length >= PASSWORD_LENGTH.min,
  upper: (password: string) => /\p{Lu}/u.test(password),
  lower: (password: string) => /\p{Ll}/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
  special: (password: string) => /[^\p{L}\p{N}]/u.test(password),
} as const
export type PasswordRule = keyof typeof passwordRules
export const passwordRuleNames = Object.keys(passwordRules) as PasswordRule[]

/** Whether a password keeps all rules and is not too long either. */
export const keepsRules = (password: string) =>
  password.length <= PASSWORD_LENGTH.max && passwordRuleNames.every((rule) => passwordRules[rule](password))

/** Whether a password is, or holds, the name before the @ of its owner's address (of four letters or more). */
export function holdsAddress(password: string, email: string): boolean {
  const [name = ''] = email.trim().toLowerCase().split('@')
  return name.length >= 4 && password.toLowerCase().includes(name)
}

/** How hard a password is to guess: 0 at once, 3 not even with a stolen slow hash in reasonable time, 4 hardly ever. */
export type Strength = 0 | 1 | 2 | 3 | 4
export const isWeak = (strength: Strength) => strength < 3
