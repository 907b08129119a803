import { describe, expect, it } from 'vitest'
import { type GuardiansWay, hasForms, mayUse } from './rights-rules'

const nothing = { maySee: false, mayPay: false }
const sees = { maySee: true, mayPay: false }
const pays = { maySee: false, mayPay: true }
const both = { maySee: true, mayPay: true }

describe('mayUse', () => {
  it.each<[GuardiansWay, boolean[], boolean[]]>([
    // Kind of page, who may open it, who may submit its form. Each list is for guardians with the rights: none, to see,
    // to pay, both.
    ['reads', [false, true, false, true], [false, false, false, false]],
    ['money', [false, true, true, true], [false, false, false, false]],
    ['pays', [false, false, true, true], [false, false, true, true]],
    ['acts', [false, true, false, true], [false, true, false, true]],
  ])('grants access to a page of kind "%s" by the rights to see and to pay', (way, opens, submits) => {
    const all = [nothing, sees, pays, both]
    expect(all.map((rights) => mayUse(way, rights, false))).toEqual(opens)
    expect(all.map((rights) => mayUse(way, rights, true))).toEqual(submits)
  })
})

describe('hasForms', () => {
  it('is true for pages at which guardians pay or act', () => {
    expect((['reads', 'money', 'pays', 'acts'] as const).map(hasForms)).toEqual([false, false, true, true])
  })
})
