import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { json, serve } from '../../../../test/wire.ts'
import { MemoryRouter } from '../../../platform/router/MemoryRouter.tsx'
import { ProviderSignIn } from './ProviderSignIn.tsx'

const PROVIDER = '/api/auth/provider/'
const show = () => render(<ProviderSignIn />, { wrapper: MemoryRouter })

describe('the other ways in', () => {
  it('NAV-04 leads to registration', () => {
    serve({})
    show()
    const link = screen.getByRole('link', { name: 'Mit Seriennummer registrieren' })
    expect(link.getAttribute('href')).toBe('/register')
  })

  it('AUT-10 leads to the second provider, once it is known that there is one', async () => {
    serve({ [PROVIDER]: () => json({ name: 'CleverPV' }) })
    show()
    const link = await screen.findByRole('link', { name: 'Mit CleverPV anmelden' })
    expect(link.getAttribute('href')).toBe('/login_cleverpv')
  })

  it.each([
    ['there is none', { [PROVIDER]: () => json({ name: null }) }],
    ['that cannot be known', {}],
  ])('AUT-10 says nothing of a second provider where %s', async (_, answers) => {
    const calls = serve(answers)
    show()
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(screen.getAllByRole('link')).toHaveLength(1)
  })
})
