import { about } from '../about.ts'
import { pairing } from '../systems/pairing.ts'
import { email } from './email.ts'
import { password } from './password.ts'
import { provider } from './provider.ts'
import { register } from './register.ts'
import { reset } from './reset.ts'
import { settings } from './settings.ts'
import { user } from './user.ts'

/** Texts of the account pages. */
export const account = { about, email, pairing, password, provider, register, reset, settings, user }
