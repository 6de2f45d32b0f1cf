import { serialNumber } from '@kellersonne/contract/systems/systems'
import { describe, expect, it } from 'vitest'
import { unitConnections } from './unit-connections.ts'

const sn = serialNumber.parse('1001')
const other = serialNumber.parse('1002')

describe('the connections of units', () => {
  it('PRD-02 a unit has gone once its newest is closed, and not with one that it has replaced', () => {
    const known = unitConnections(() => new Date())
    known.opened('a', sn)
    known.opened('b', sn)
    expect(['a', 'b', 'b'].map(known.closed)).toEqual([null, sn, null])
  })

  it('PRD-02 a name may be used again, by another unit', () => {
    const known = unitConnections(() => new Date())
    known.opened('a', sn)
    known.opened('a', other)
    known.opened('b', sn)
    expect(['a', 'b'].map(known.closed)).toEqual([other, sn])
  })

  it('PRD-02 a list adds what is not known, and changes nothing that is', () => {
    const known = unitConnections(() => new Date())
    known.opened('b', sn)
    known.listed('a', sn)
    known.listed('c', other)
    expect(['a', 'b', 'c'].map(known.closed)).toEqual([null, sn, other])
    known.opened('b', sn)
    known.clear()
    expect(known.closed('b')).toBeNull()
  })
})
