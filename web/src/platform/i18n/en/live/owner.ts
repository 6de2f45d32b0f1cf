import type { owner as german } from '../../de/live/owner.ts'
import { flags } from '../messages/flags.ts'
import { dashboard } from './dashboard.ts'

export const owner = { dashboard, flags } satisfies typeof german
