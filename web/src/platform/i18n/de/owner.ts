import { dashboard } from './dashboard.ts'
import { flags } from './flags.ts'

/** What is said every day to who is signed in. */
export const owner = { dashboard, flags }
