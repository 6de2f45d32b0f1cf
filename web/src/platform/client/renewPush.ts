/** As in `contract/src/messages/push.ts`, whose schemas would triple the service worker. */
const RENEW = '/api/push/renew/'

/** Tells the server of a browser's new subscription, from its service worker, which has no session. */
export const renewPush = (form: URLSearchParams) => fetch(RENEW, { method: 'POST', body: form })
