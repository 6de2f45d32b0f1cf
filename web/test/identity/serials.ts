import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { json, serve } from '../wire.ts'
import { calm, SYSTEMS, USER, wagner } from './account.tsx'

export const RELEASE = '/api/auth/usr_sn/release/'
export const NAME = '/api/auth/usr_sn/name/'
export const OBJECT = '/api/auth/usr_sn/object/'
/** The deadline of a pending claim. */
export const soon = () => new Date(Date.now() + 9 * 60_000).toISOString()
export const nth = (place: number) => screen.getByRole('textbox', { name: `${place}. Seriennummer` })
export const add = () => userEvent.click(screen.getByRole('button', { name: 'Hinzufügen' }))
export const another = () => userEvent.click(screen.getByRole('button', { name: 'Noch ein Feld' }))

/** A server that receives serial numbers and answers with `claims`; `told` holds its list. */
export function server(claims: () => Response | Promise<Response> = () => json([])) {
  const answers = { list: json([]), user: wagner, released: json({}) }
  const calls = serve({
    ...calm,
    [USER]: () => json(answers.user),
    [SYSTEMS]: ({ method }) => (method === 'POST' ? claims() : answers.list.clone()),
    [RELEASE]: () => answers.released.clone(),
    [OBJECT]: () => json({}),
    [NAME]: ({ form }) => json({ name: form.get('name') || null }),
  })
  const posts = () => calls.filter(({ method, path }) => method === 'POST' && path === SYSTEMS)
  return { answers, calls, posts }
}
