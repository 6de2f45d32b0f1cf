import { initialAction } from '../chip-update.ts'

export const START = new Date('2026-11-21T10:00:00Z')
export const at = (ms: number) => new Date(START.getTime() + ms)
/** Image size in bytes. */
export const SIZE = 1000
export const waiting = initialAction(START)
