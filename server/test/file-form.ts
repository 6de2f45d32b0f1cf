/** A form with one file as an injected request. Browsers state its length; injected as `FormData` it would come in chunks. */
export async function fileForm(field: string, file: Blob, name: string) {
  const form = new FormData()
  form.append(field, file, name)
  const body = new Response(form)
  return {
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
  }
}
