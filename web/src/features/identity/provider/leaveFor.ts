/** How long the redirect to the provider may take before it can be retried. */
const LEAVING_MS = 5000

/** Redirects the browser to another site. */
export type Leave = (url: string) => void
export const leavePage: Leave = (url) => window.location.assign(url)

/** Redirects to the provider; stays pending while the page is about to go. */
export async function leaveFor(url: string, leave: Leave) {
  leave(url)
  await new Promise((resolve) => setTimeout(resolve, LEAVING_MS))
}
