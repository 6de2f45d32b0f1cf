import { redirectDocument } from 'react-router'
import { isAnothers } from '../../../platform/state.ts'
import { signOut } from '../api/sessions.ts'

/**
 * AUT-09: signs out, and loads the sign-in page anew, so that nothing of the session is left in memory. Somebody else
 * who has signed in meanwhile stays.
 */
export function loader() {
  if (!isAnothers()) signOut()
  return redirectDocument('/login')
}
