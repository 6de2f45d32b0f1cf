import { common } from './de/common.ts'
import { errors } from './de/errors.ts'
import { signIn } from './de/identity/signIn.ts'
import { notFound } from './de/notFound.ts'
import { shell } from './de/shell.ts'
import { units } from './de/units.ts'
import { version } from './de/version.ts'

/** German: the default, and the reference for every other language. */
export const de = { common, errors, notFound, shell, signIn, units, version }
