import type { de } from './de.ts'
import { common } from './en/common.ts'
import { errors } from './en/errors.ts'
import { signIn } from './en/identity/signIn.ts'
import { notFound } from './en/notFound.ts'
import { shell } from './en/shell.ts'
import { units } from './en/units.ts'
import { version } from './en/version.ts'

export const en = {
  common,
  errors,
  notFound,
  shell,
  signIn,
  units,
  version,
} satisfies typeof de
