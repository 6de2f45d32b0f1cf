import type { de } from './de.ts'
import { common } from './en/common.ts'
import { dashboard } from './en/dashboard.ts'
import { errors } from './en/errors.ts'
import { flags } from './en/flags.ts'
import { notFound } from './en/notFound.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/signIn.ts'
import { units } from './en/units.ts'

export const en = {
  common,
  dashboard,
  errors,
  flags,
  notFound,
  shell,
  signIn,
  units,
} satisfies typeof de
