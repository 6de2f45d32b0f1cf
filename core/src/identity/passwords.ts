export const PASSWORD_LENGTH = { min: 8, max: 128 } as const

/** Password rules (AUT-02), kept separate so that each can be ticked off while typing. */
export const passwordRules = {
  length: (password: string) => [...password].length >= PASSWORD_LENGTH.min,
  upper: (password: string) => /\p{Lu}/u.test(password),
  lower: (password: string) => /\p{Ll}/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
  special: (password: string) => /[^\p{L}\p{N}]/u.test(password),
} as const
export type PasswordRule = keyof typeof passwordRules
export const passwordRuleNames = Object.keys(passwordRules) as PasswordRule[]

/** True if a password keeps all rules and is not too long. */
export const meetsRules = (password: string) =>
  password.length <= PASSWORD_LENGTH.max && passwordRuleNames.every((rule) => passwordRules[rule](password))

/** True if a password contains the local part of its owner's e-mail address (if that has four characters or more). */
export function containsAddress(password: string, email: string): boolean {
  const [name = ''] = email.trim().toLowerCase().split('@')
  return name.length >= 4 && password.toLowerCase().includes(name)
}

/**
 * How hard a password is to guess: 0 trivial, 3 not in reasonable time even from a stolen slow hash, 4 hardly ever.
 */
export type Strength = 0 | 1 | 2 | 3 | 4
export const isWeak = (strength: Strength) => strength < 3
