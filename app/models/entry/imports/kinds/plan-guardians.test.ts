import { describe, expect, it } from 'vitest'
import { growth, tooSteep } from '../../../../../tests/setup/growth'
import { type GuardianRow, type KnownGuardian, planGuardians } from './plan-guardians'

const asha = { id: 1, name: 'Asha Patel' }
const diya = { id: 2, name: 'Diya Patel' }
const ravi = { id: 3, name: 'Ravi Shah' }

const row = (line: number, change: Partial<GuardianRow> = {}): GuardianRow => ({
  line,
  child: asha,
  name: 'Rajesh Patel',
  relation: 'father',
  mobile: '9825012345',
  email: null,
  ...change,
})
const known = (change: Partial<KnownGuardian> = {}): KnownGuardian => ({
  publicId: 'known',
  name: 'Rajesh Patel',
  mobile: '9825012345',
  email: null,
  isWrong: false,
  isRestricted: false,
  children: [],
  ...change,
})
const facts = (rows: GuardianRow[], guardians: KnownGuardian[] = []) => {
  const { verdicts, links } = planGuardians(rows, guardians)
  return {
    outcomes: verdicts.map(({ outcome }) => outcome),
    messages: verdicts.map(({ problems }) =>
      problems.map(({ column, message }) => [column, message].filter(Boolean).join(': ')),
    ),
    guardians: [...new Set(links.map(({ guardian }) => guardian))].map((one) => [
      one.publicId,
      one.name,
      one.children.map(({ id }) => id),
    ]),
    doubts: links.map(({ doubt }) => doubt),
  }
}

const registered = (...children: KnownGuardian['children']) => children
const outcomes: ReadonlyArray<
  [what: string, rows: GuardianRow[], guardians: KnownGuardian[], outcomes: string[], messages: RegExp[]]
> = [
  ['a new guardian', [row(2)], [], ['new'], []],
  [
    'a sibling of the file',
    [row(2), row(3, { child: diya })],
    [],
    ['new', 'new'],
    [/^$/, /Also the guardian of Asha Patel/],
  ],
  [
    'a sibling under another spelling',
    [row(2), row(3, { child: diya, name: 'RAJESHBHAI PATEL' })],
    [],
    ['new', 'new'],
    [/^$/, /Also the guardian of Asha Patel/],
  ],
  [
    'a sibling of a recorded child',
    [row(2, { child: diya })],
    [known({ children: registered({ ...asha, relation: 'father' }) })],
    ['new'],
    [/Also the guardian of Asha Patel/],
  ],
  [
    'the same guardian again',
    [row(2)],
    [known({ children: registered({ ...asha, relation: 'father' }) })],
    ['unchanged'],
    [/^$/],
  ],
  [
    'a recorded guardian with another number',
    [row(2, { mobile: '9825099999' })],
    [known({ children: registered({ ...asha, relation: 'father' }) })],
    ['unchanged'],
    [/Mobile number: Recorded: 9825012345, which stays/],
  ],
  [
    'a recorded guardian with another relation',
    [row(2, { relation: 'guardian' })],
    [known({ children: registered({ ...asha, relation: 'father' }) })],
    ['unchanged'],
    [/Relation: Recorded: father, which stays/],
  ],
  ['the same row twice', [row(2), row(3)], [], ['new', 'rejected'], [/^$/, /Line 2 has the same guardian/]],
  [
    'a second father',
    [row(2), row(3, { name: 'Harish Shah', mobile: '9825000001' })],
    [],
    ['new', 'rejected'],
    [/^$/, /Relation: Rajesh Patel is recorded as the father/],
  ],
  [
    'father and mother with one telephone',
    [row(2), row(3, { name: 'Hansa Patel', relation: 'mother' })],
    [],
    ['new', 'new'],
    [/^$/, /^$/],
  ],
  [
    'a telephone of two families',
    [row(2), row(3, { child: ravi, name: 'Mahesh Shah' })],
    [],
    ['new', 'new'],
    [/messages stay off/, /messages stay off/],
  ],
  [
    'a telephone that the school knows of another guardian',
    [row(2, { name: 'Nilesh Vora' })],
    [known({ children: registered({ ...ravi, relation: 'father' }) })],
    ['new'],
    [/Another guardian has this mobile number/],
  ],
  [
    'a guardian without rights for another child',
    [row(2, { child: diya })],
    [known({ isRestricted: true, children: registered({ ...asha, relation: 'father' }) })],
    ['new'],
    [/no rights are given/],
  ],
  ['a number marked as wrong', [row(2)], [known({ isWrong: true })], ['new'], [/marked as wrong/]],
  [
    'the e-mail of a recorded guardian',
    [row(2, { mobile: null, email: 'R@x.test' })],
    [known({ email: 'r@x.test' })],
    ['new'],
    [/^$/],
  ],
  [
    'two recorded guardians with this name',
    [row(2, { name: 'R Patel' })],
    [known(), known({ publicId: 'other', name: 'Ramesh Patel' })],
    ['rejected'],
    [/This may be Rajesh Patel or Ramesh Patel/],
  ],
]

it.each(outcomes)('decides the outcome of rows of guardians: %s', (_, rows, guardians, expected, messages) => {
  const result = facts(rows, guardians)
  expect(result.outcomes).toEqual(expected)
  for (const [index, pattern] of messages.entries()) expect(result.messages[index]?.join('; ')).toMatch(pattern)
})

describe('planGuardians', () => {
  it('creates one guardian for rows with the same telephone and name, with several children', () => {
    const result = facts([
      row(2),
      row(3, { child: diya }),
      row(4, { child: ravi, name: 'Mahesh Shah', mobile: '9825000003' }),
    ])
    expect(result.guardians).toEqual([
      [null, 'Rajesh Patel', [1, 2]],
      [null, 'Mahesh Shah', [3]],
    ])
    expect(result.doubts).toEqual([null, null, null])
  })

  it('links a recorded guardian to a sibling instead of adding a second guardian', () => {
    const result = facts([row(2, { child: diya })], [known({ children: [{ ...asha, relation: 'father' }] })])
    expect(result.guardians).toEqual([['known', 'Rajesh Patel', [1, 2]]])
  })

  it('does not join guardians who have only their name in common', () => {
    const result = facts([row(2, { mobile: null }), row(3, { mobile: null, child: diya })])
    expect(result.guardians).toHaveLength(2)
  })

  it('refuses one telephone for more children than a family can have', () => {
    const rows = Array.from({ length: 31 }, (_, index) =>
      row(index + 2, { child: { id: index + 1, name: `Child ${index}` } }),
    )
    expect(new Set(facts(rows).outcomes)).toEqual(new Set(['rejected']))
  })

  it('needs only linear time for a file with one telephone and few children', async () => {
    const rowsOf = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        row(index + 2, { name: `Name${index} Patel`, relation: 'other', child: { id: 1 + (index % 3), name: 'Asha' } }),
      )
    expect(await growth((count) => planGuardians(rowsOf(count), []), 200)).toBeLessThan(tooSteep)
    expect(facts(rowsOf(30_000)).outcomes.filter((one) => one === 'new')).toHaveLength(30)
  })
})
