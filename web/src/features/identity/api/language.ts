import type { User } from '@kellersonne/contract/identity/accounts'
import { create } from 'zustand'
import { onSessionEnd } from '../../../platform/session.ts'
import { saveUser } from './user.ts'

type Language = User['lang']
const RETRY_MS = 30_000

const saved = { wanted: null, failed: false }
/** The language still to be saved in the account, and whether saving has failed so far. */
export const useUnsavedLanguage = create<{ wanted: Language | null; failed: boolean }>(() => saved)

let turn = Promise.resolve()
let timer: ReturnType<typeof setTimeout> | undefined

async function save() {
  clearTimeout(timer)
  const { wanted } = useUnsavedLanguage.getState()
  if (wanted === null) return
  try {
    await saveUser({ lang: wanted })
    if (useUnsavedLanguage.getState().wanted === wanted) useUnsavedLanguage.setState(saved)
  } catch {
    if (useUnsavedLanguage.getState().wanted === null) return
    useUnsavedLanguage.setState({ failed: true })
    timer = setTimeout(saveNext, RETRY_MS)
  }
}

function saveNext() {
  turn = turn.then(save)
}

/** Sets the language of the account's mails: at once, or as soon as the server can be reached. */
export function saveLanguage(language: Language) {
  useUnsavedLanguage.setState({ wanted: language })
  saveNext()
}

window.addEventListener('online', saveNext)
onSessionEnd(() => {
  clearTimeout(timer)
  useUnsavedLanguage.setState(saved)
})
