import { dashboard } from './dashboard.ts'
import { flags } from './flags.ts'

/** Texts an owner sees every day. */
export const owner = { dashboard, flags }
