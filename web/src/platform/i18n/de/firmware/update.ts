import { flight } from './flight.ts'
import { receipts } from './receipts.ts'
import { updates } from './updates.ts'
import { versions } from './versions.ts'

/** Texts of updates. */
export const update = { flight, receipts, updates, versions }
