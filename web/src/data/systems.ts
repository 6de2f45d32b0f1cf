import { listSystems } from '@kellersonne/contract/systems'
import { keepSystems } from '../state.ts'
import { call } from './client.ts'

/**
 * Asks for the owner's systems and the total (ENT-01), and keeps them in the application state. Where the call
 * fails nothing is lost: the live values bring the list too.
 */
export const askSystems = () => call(listSystems, {}).then(keepSystems, () => undefined)
