export const password = {
  repeat: 'Repeat password',
  show: 'Show password',
  needs: 'What a password needs',
  kept: '(met)',
  rules: {
    length: 'at least 8 characters',
    upper: 'an upper-case letter',
    lower: 'a lower-case letter',
    digit: 'a digit',
    special: 'a special character',
  },
  strength: {
    none: 'Very easy to guess',
    weak: 'Too easy to guess',
    fair: 'Still too easy to guess',
    good: 'Good',
    strong: 'Very good',
  },
  fault: {
    required: 'Please choose a password.',
    rules: 'The password does not meet all rules yet.',
    too_long: 'The password may have 128 characters at most.',
    common: 'This password is too easy to guess, or holds your e-mail address.',
    repeat: 'Passwords should match.',
  },
}
