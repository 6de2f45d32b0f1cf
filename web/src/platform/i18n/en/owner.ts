import type { owner as german } from '../de/owner.ts'
import { dashboard } from './dashboard.ts'
import { flags } from './flags.ts'

export const owner = { dashboard, flags } satisfies typeof german
