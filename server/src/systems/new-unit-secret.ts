import { randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** Returns a random secret in hexadecimal: no shell reads it as an option, no spreadsheet as a formula. */
export const newUnitSecret = () => randomBytes(SECRET_BYTES).toString('hex')
