import { redirectDocument } from 'react-router'
import { signOut } from '../../data/sessions.ts'
import { isAnothers } from '../../state.ts'

/**
 * AUT-09: signs out, and loads the sign-in page anew, so that nothing of the session is left in memory. Somebody else
 * who has signed in meanwhile stays.
 */
export function loader() {
  if (!isAnothers()) signOut()
  return redirectDocument('/login')
}
