import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { signIn } from '@kellersonne/contract/identity/sessions'
import { type CurrentDataList, currentDataList, watchLive } from '@kellersonne/contract/live/live'
import type * as z from 'zod/mini'
import { PASSWORD } from './fleet.ts'

export type Tokens = z.output<typeof signIn.response>

export async function signInAs(email: string, url: string): Promise<Tokens> {
  const answer = await fetch(url + signIn.path, {
    method: signIn.method,
    body: new URLSearchParams({ email, password: PASSWORD, stay_logged_in: 'true' }),
  })
  return signIn.response.parse(await answer.json())
}

/** Calls `onData` with each event of the owner's live stream; resolves to a function that closes the stream. */
export async function watch(url: string, access: string, onData: (list: CurrentDataList) => void) {
  const request = get(url + watchLive.path, { headers: { authorization: `Bearer ${access}` }, agent: false })
  const [response]: IncomingMessage[] = await once(request, 'response')
  if (response?.statusCode !== 200) throw new Error(`live answered with ${response?.statusCode}`)
  let rest = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines)
      if (line.startsWith('data: [')) onData(currentDataList.parse(JSON.parse(line.slice('data: '.length))))
  })
  response.on('error', () => undefined)
  return () => request.destroy()
}
