import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { RoutedPage, routerAt, textRoute } from '../../../../test/router.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'

/** A form at /form, reached from /before. */
function open(unsaved: boolean) {
  const form = { path: '/form', Component: () => <LeaveDialog unsaved={unsaved} /> }
  const router = routerAt([textRoute('/before'), form], '/before')
  render(<RoutedPage router={router} />)
  return router
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('leaving the user’s page', () => {
  it('SET-03 asks first while something is unsaved, also on Back, and stays or leaves as answered', async () => {
    const router = open(true)
    await act(() => router.navigate('/form'))
    act(() => router.go(-1))
    expect(screen.getByRole('dialog').textContent).toContain('Änderungen verwerfen?')
    await press('Weiter bearbeiten')
    expect([screen.queryByRole('dialog'), router.state.location.pathname]).toEqual([null, '/form'])
    await act(() => router.navigate('/before'))
    await press('Ohne Speichern verlassen')
    await screen.findByText('/before')
  })

  it('SET-03 asks no longer once what was typed has been saved meanwhile', async () => {
    let save = () => {}
    function Component() {
      const [unsaved, setUnsaved] = useState(true)
      save = () => setUnsaved(false)
      return <LeaveDialog unsaved={unsaved} />
    }
    const router = routerAt([{ path: '/form', Component }], '/form')
    render(<RoutedPage router={router} />)
    await act(() => router.navigate('/elsewhere'))
    expect(screen.getByRole('dialog')).toBeTruthy()
    act(() => save())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('SET-03 asks nothing when all is saved', async () => {
    const router = open(false)
    await act(() => router.navigate('/form'))
    act(() => router.go(-1))
    await screen.findByText('/before')
  })
})
