import { redirectDocument } from 'react-router'
import { signOut } from '../../data/sessions.ts'

/** AUT-09: signs out, and loads the sign-in page anew, so that nothing of the session is left in memory. */
export function loader() {
  signOut()
  return redirectDocument('/login')
}
