import { flagNames } from '@kellersonne/core/messages/messages'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { showPage } from '../../../test/router.tsx'
import { glossary } from '../../platform/i18n/de/glossary.ts'
import { loadNamespaces } from '../../platform/i18n/i18n.ts'
import { Component } from './GlossaryPage.tsx'
import { termGroups, terms } from './terms.ts'

const search = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
const names = () => screen.getAllByRole('term').map((term) => term.textContent)

describe('the glossary', () => {
  beforeAll(() => loadNamespaces('glossary'))

  it('PRD-06 explains each term once, and every code a unit knows', () => {
    const listed = termGroups.flatMap((group) => [...terms[group]])
    expect(new Set(listed)).toEqual(new Set(Object.keys(glossary.term)))
    showPage(Component, { pathname: '/glossary' })
    expect(names()).toHaveLength(listed.length + flagNames.length)
  })

  it('DSH-11 finds a term by a part of its name or text, and says where there is none', () => {
    showPage(Component, { pathname: '/glossary' })
    search('AUTARK')
    expect(names()).toEqual(['Autarkie'])
    expect(screen.getByRole('status').textContent).toBe('1 Begriff')
    search('xyz')
    expect(screen.queryByRole('term')).toBeNull()
    expect(screen.getByRole('status').textContent).toContain('Kein Begriff passt')
  })

  it('DSH-11 goes to the term that the address names', () => {
    showPage(Component, { pathname: '/glossary', hash: '#soc' })
    const focused = document.activeElement
    expect(focused instanceof HTMLElement && within(focused).getByText('Ladezustand')).toBeTruthy()
  })
})
