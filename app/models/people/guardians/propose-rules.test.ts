import { describe, expect, it } from 'vitest'
import { areAlike } from '~/models/people/students/name-likeness'
import { type KnownGuardian, maxChildrenOfNumber, proposeGuardians, type RecordedChild } from './propose-rules'

it.each([
  ['Rajesh Patel', 'RAJESHBHAI PATEL', true],
  ['Shri Rajesh Kumar Patel', 'Patel Rajesh', true],
  ['R. Patel', 'Rajesh Patel', true],
  ['Imran Shaikh', 'Imran Sheikh', true],
  ['Hansaben Patel', 'Hansa Patel', true],
  ['राजेश पटेल', 'राजेश पटेल', true],
  ['Ramesh Patel', 'Rajesh Patel', false],
  ['Rajesh Patel', 'Imran Shaikh', false],
  ['Rajesh Patel', 'Hansa Patel', false],
  ['R. P.', 'Rajesh Patel', false],
  ['', 'Rajesh Patel', false],
])('areAlike compares the names %s and %s: %s', (one, other, alike) => {
  expect(areAlike(one, other)).toBe(alike)
  expect(areAlike(other, one)).toBe(alike)
})

let next = 0
type Persons = {
  father?: [string, string | null]
  mother?: [string, string | null]
  guardian?: [string, string | null]
}

function child(own: string | null, persons: Persons, entered: RecordedChild['entered'] = []): RecordedChild {
  const id = ++next
  const of = (who: 'father' | 'mother' | 'guardian') => {
    const [name = '', mobileNumber = null] = persons[who] ?? []
    return { name, mobileNumber, relation: who }
  }
  return {
    id,
    publicId: `child-${id}`,
    name: `Child ${id}`,
    mobileNumber: own,
    persons: { father: of('father'), mother: of('mother'), guardian: of('guardian') },
    entered,
  }
}

const told = (children: RecordedChild[], known: KnownGuardian[] = []) =>
  proposeGuardians(children, known).proposals.map(
    ({ name, mobileNumber, relation, children: of, doubt, known: there, alsoOf }) => ({
      name,
      mobileNumber,
      relation,
      doubt,
      known: there,
      alsoOf,
      children: of.map(({ id }) => id),
    }),
  )

const [a, b, c] = ['9825000001', '9825000002', '9825000003'] as const

describe('proposeGuardians', () => {
  it('proposes one person for siblings with the same number under similar names', () => {
    const one = child(a, { father: ['Rajesh Patel', a], mother: ['Hansa Patel', null] })
    const two = child(a, { father: ['Rajeshbhai Patel', null], mother: ['Hansa Patel', null] })
    expect(told([one, two])).toEqual([
      expect.objectContaining({
        name: 'Rajeshbhai Patel',
        relation: 'father',
        doubt: null,
        children: [one.id, two.id],
      }),
    ])
  })

  it('proposes two persons when father and mother have separate numbers, as when they live apart', () => {
    const one = child(a, { father: ['Rajesh Patel', a], mother: ['Hansa Shah', b] })
    expect(told([one])).toMatchObject([
      { name: 'Rajesh Patel', mobileNumber: a, relation: 'father' },
      { name: 'Hansa Shah', mobileNumber: b, relation: 'mother' },
    ])
  })

  it('proposes one guardian when both parents share a number, and reports the other parent', () => {
    const one = child(c, { father: ['Rajesh Patel', a], mother: ['Hansa Patel', a] })
    expect(told([one])).toMatchObject([{ name: 'Rajesh Patel', alsoOf: 'mother', doubt: null }])
  })

  it('marks all proposed guardians as doubtful when one number is stored under clearly different names', () => {
    const one = child(null, { father: ['Rajesh Patel', a] })
    const two = child(null, { father: ['Imran Shaikh', a] })
    expect(told([one, two])).toMatchObject([
      { name: 'Rajesh Patel', doubt: 'different-names', children: [one.id] },
      { name: 'Imran Shaikh', doubt: 'different-names', children: [two.id] },
    ])
  })

  it("uses the student's own number as the father's only if the father has none", () => {
    expect(told([child(a, { father: ['Rajesh Patel', null] })])).toMatchObject([
      { mobileNumber: a, relation: 'father' },
    ])
    expect(told([child(a, { father: ['Rajesh Patel', b] })])).toMatchObject([{ mobileNumber: b }])
    expect(told([child(null, { father: ['Rajesh Patel', null] })])).toEqual([])
  })

  it('adds a child to an existing guardian, with a doubt for another name, a wrong number or a restriction', () => {
    const of = () => [child(null, { father: ['Rajesh Patel', a] })]
    const known = (name: string, isWrong = false, isRestricted = false) => [
      { publicId: 'known', name, mobileNumber: a, isWrong, isRestricted },
    ]
    expect(told(of(), known('R. Patel'))).toMatchObject([{ known: 'known', name: 'R. Patel', doubt: null }])
    expect(told(of(), known('Imran Shaikh'))).toMatchObject([{ known: null, doubt: 'known-otherwise' }])
    expect(told(of(), known('Rajesh Patel', true))).toMatchObject([{ doubt: 'marked-wrong' }])
    // A restriction counts even under a different name, because it may concern the same person.
    for (const name of ['Rajesh Patel', 'Imran Shaikh'])
      for (const isWrong of [false, true])
        expect(told(of(), known(name, isWrong, true))).toMatchObject([{ doubt: 'restricted' }])
  })

  it('proposes no guardian for a number that too many children share, and lists those children as crowded', () => {
    const father = (number: string) => ({ father: ['Rajesh Patel', number] as [string, string] })
    const ofMany = Array.from({ length: 10_000 }, (_, index) => {
      const letters = [...String(index)].map((digit) => 'abdefgilmo'[Number(digit)]).join('')
      return child(index % 2 === 0 ? a : null, { father: [`Father ${letters}k Patel`, a], mother: ['Hansa Patel', b] })
    })
    const entered = child(null, father(a), ['father'])
    const [one, two] = [child(null, father(c)), child(null, father(c))]
    const { proposals, crowded } = proposeGuardians([...ofMany, entered, one, two], [])
    expect(proposals).toMatchObject([{ mobileNumber: c, children: [one, two] }])
    expect(crowded).toEqual(ofMany)
    const full = Array.from({ length: maxChildrenOfNumber }, () => child(null, father(a)))
    expect(proposeGuardians(full, [])).toMatchObject({ proposals: [{ children: full }], crowded: [] })
  })

  it('skips guardians already linked to the child', () => {
    const one = child(a, { father: ['Rajesh Patel', a] }, ['father'])
    const two = child(a, { father: ['Rajesh Patel', a] })
    expect(told([one])).toEqual([])
    expect(told([one, two])).toMatchObject([{ children: [two.id] }])
  })
})
