/** A notification as the server sends it (`server/src/messages/push/message.ts`). */
type Content = {
  readonly title: string
  readonly options: NotificationOptions & { readonly data: { readonly path: string } }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Returns the page of the portal that a notification leads to: never one of another site. */
export function pathOf(data: unknown): string {
  const path = typeof data === 'object' && data !== null && 'path' in data ? textOf(data.path) : undefined
  return path !== undefined && /^\/(?![/\\])[\w/?=&%-]*$/.test(path) ? path : '/alerts'
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Reads a message; one that cannot be read is shown nevertheless, as browsers require of each. */
export function notificationOf(text: string): Content {
  const { title, body, tag, lang, ...more } = parsed(text)
  return {
    title: textOf(title) ?? 'Kellersonne',
    options: {
      body: textOf(body) ?? '',
      tag: textOf(tag) ?? 'alerts',
      lang: textOf(lang) ?? '',
      icon: '/icon-192.png',
      data: { path: pathOf(more) },
    },
  }
}

/** Returns the form with which a browser proves itself by its old subscription; null if either lacks something. */
export function renewalOf(
  old: PushSubscriptionJSON | undefined,
  next: PushSubscriptionJSON | undefined,
): URLSearchParams | null {
  const { endpoint: oldEndpoint, keys: { auth: oldAuth } = {} } = old ?? {}
  const { endpoint, keys: { p256dh, auth } = {} } = next ?? {}
  if (!oldEndpoint || !oldAuth || !endpoint || !p256dh || !auth) return null
  return new URLSearchParams({ endpoint, p256dh, auth, old_endpoint: oldEndpoint, old_auth: oldAuth })
}
