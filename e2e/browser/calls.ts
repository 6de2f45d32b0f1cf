// Requests pages can send to a service. Each function runs in the page itself and must not use anything outside it.

export type CallResult = { readonly status: number; readonly body: unknown }
export type Call = {
  readonly url: string
  readonly init?: Pick<RequestInit, 'credentials' | 'mode' | 'headers'>
  /** Fields of a form to post; as multipart, or URL-encoded if `coded`. */
  readonly fields?: Readonly<Record<string, string>>
  readonly coded?: boolean
  /** Number of parallel calls; 1 by default. */
  readonly times?: number
}

/** Calls by script; null if the page may not read the answer. */
export const call = ({ url, init, fields, coded, times = 1 }: Call): Promise<(CallResult | null)[]> =>
  Promise.all(
    Array.from({ length: times }, () => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields ?? {})) form.set(name, value)
      const body = coded === true ? new URLSearchParams(fields) : form
      return fetch(url, { ...init, ...(fields && { method: 'POST', body }) }).then(
        async (answer) =>
          answer.type === 'opaque' ? null : { status: answer.status, body: await answer.json() },
        () => null,
      )
    }),
  )

type Form = {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
  readonly sandbox: boolean
}

/** Posts a form from a frame: no script can read the answer, and there is no preflight. */
export async function submit({ url, fields, sandbox }: Form): Promise<void> {
  const frame = document.createElement('iframe')
  if (sandbox) frame.setAttribute('sandbox', 'allow-forms allow-scripts')
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`)
  frame.srcdoc = `<form method="post" enctype="multipart/form-data" action="${url}">${inputs.join('')}</form>
    <script>document.forms[0].submit()</script>`
  document.body.append(frame)
}
