import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { showPage } from '../../../test/router.tsx'
import { beginSession } from '../../platform/session.ts'
import { Component as AboutPage } from './AboutPage.tsx'
import { Component as HomePage } from './HomePage.tsx'

const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

describe("the operator's pages, as long as there are none", () => {
  it.each([
    ['contact', 'Kontakt', 'CONTACT_URL'],
    ['imprint', 'Impressum', 'IMPRINT_URL'],
    ['privacy', 'Datenschutz', 'PRIVACY_URL'],
    ['terms', 'Nutzungsbedingungen', 'TERMS_URL'],
  ])('NAV-03 /%s says what it is and what is missing', (path, title, variable) => {
    showPage(AboutPage, { pathname: `/${path}` })
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(screen.getByText(new RegExp(`noch keine eigene Seite hinterlegt.*${variable}`))).toBeTruthy()
  })

  it('AUT-01 shows the version of the terms that is agreed to', () => {
    showPage(AboutPage, { pathname: '/terms' })
    expect(screen.getByText(`Fassung ${TERMS_VERSION}`)).toBeTruthy()
  })

  it('NAV-03 the home page leads to sign-in and registration, or to the dashboard', () => {
    showPage(HomePage, { pathname: '/home' })
    expect(links()).toEqual(expect.arrayContaining(['/login', '/register']))
  })

  it('NAV-09 the home page leads who is signed in to the dashboard', () => {
    beginSession({ access: 'a', refresh: 'r' }, false)
    showPage(HomePage, { pathname: '/home' })
    expect(screen.getByRole('link', { name: 'Zum Dashboard' })).toBeTruthy()
    expect(links()).not.toContain('/login')
  })
})
