import { common } from './de/common.ts'
import { dashboard } from './de/dashboard.ts'
import { errors } from './de/errors.ts'
import { flags } from './de/flags.ts'
import { notFound } from './de/notFound.ts'
import { shell } from './de/shell.ts'
import { signIn } from './de/signIn.ts'
import { units } from './de/units.ts'

/** German: the default, and what every other language is measured against. */
export const de = { common, dashboard, errors, flags, notFound, shell, signIn, units }
