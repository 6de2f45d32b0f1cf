import { flags } from '../messages/flags.ts'
import { dashboard } from './dashboard.ts'

/** Texts an owner sees every day. */
export const owner = { dashboard, flags }
