import type { User } from '@kellersonne/contract/identity/accounts'
import { create } from 'zustand'
import { onSessionEnd } from '../../../platform/session.ts'
import { saveUser } from './user.ts'

type Language = User['lang']
const RETRY_MS = 30_000

const told = { wanted: null, failed: false }
/** The language still to be saved in the account, and whether saving has failed so far. */
export const useUntold = create<{ wanted: Language | null; failed: boolean }>(() => told)

let turn = Promise.resolve()
let timer: ReturnType<typeof setTimeout> | undefined

async function tell() {
  clearTimeout(timer)
  const { wanted } = useUntold.getState()
  if (wanted === null) return
  try {
    await saveUser({ lang: wanted })
    if (useUntold.getState().wanted === wanted) useUntold.setState(told)
  } catch {
    if (useUntold.getState().wanted === null) return
    useUntold.setState({ failed: true })
    timer = setTimeout(tellNext, RETRY_MS)
  }
}

function tellNext() {
  turn = turn.then(tell)
}

/** Sets the language of the account's mails: at once, or as soon as the server can be reached. */
export function saveLanguage(language: Language) {
  useUntold.setState({ wanted: language })
  tellNext()
}

window.addEventListener('online', tellNext)
onSessionEnd(() => {
  clearTimeout(timer)
  useUntold.setState(told)
})
