import { expect, it } from 'vitest'
import { growth, tooSteep } from '../../../../../tests/setup/growth'
import { type KnownTeacher, type TeacherInRow, teacherMatcher } from './match-teachers'

const teacher = (called: string, name: string, mobile: string | null = null, email: string | null = null) =>
  ({ called, name, mobile, email, isNew: called.startsWith('line') }) satisfies KnownTeacher

const school = [
  teacher('T-1', 'Meena Joshi', '9825000001', 'meena@school.test'),
  teacher('T-2', 'Amit Shah', '9825000002'),
  teacher('T-3', 'Rina Amit Shah', '9825000002'),
  teacher('T-4', 'કિરણ પટેલ'),
  teacher('T-5', 'Anil Dave', '9825000005'),
  teacher('T-6', 'Anil Dave', '9825000006'),
  teacher('T-7', 'Savita'),
  teacher('T-8', 'Harish Trivedi'),
  teacher('line 2', 'Nila Desai', '9825000040'),
  teacher('line 3', 'Jagruti Vyas'),
]

const rows: ReadonlyArray<[what: string, row: TeacherInRow, found: string | null | RegExp]> = [
  ['name and mobile', { name: 'Meena Joshi', mobile: '9825000001' }, 'T-1'],
  ['the surname first, with the mobile', { name: 'JOSHI MEENA', mobile: '9825000001' }, 'T-1'],
  ['an initial, with the mobile', { name: 'M. Joshi', mobile: '9825000001' }, 'T-1'],
  ['-ben, with the e-mail in capitals', { name: 'Meenaben Joshi', email: 'MEENA@school.test' }, 'T-1'],
  [
    'the same e-mail with a new mobile',
    { name: 'Meena Joshi', mobile: '9825000009', email: 'meena@school.test' },
    'T-1',
  ],
  ['the same mobile with a new e-mail', { name: 'Meena Joshi', mobile: '9825000001', email: 'm@home.test' }, 'T-1'],
  ['only the name', { name: 'meena joshi' }, 'T-1'],
  ['only the name, in Gujarati', { name: 'કિરણ પટેલ' }, 'T-4'],
  ['a name without contact in the school', { name: 'Kiran Mehta', mobile: '9825000010' }, null],
  ['the name of a teacher without contact', { name: 'Harish Trivedi', mobile: '9825000011' }, 'T-8'],
  ['one of two colleagues with one telephone', { name: 'Amit Shah', mobile: '9825000002' }, 'T-2'],
  ['the other one', { name: 'Rina Amit Shah', mobile: '9825000002' }, 'T-3'],
  ['a third colleague with that telephone', { name: 'Bela Rao', mobile: '9825000002' }, null],
  ['either of them', { name: 'R. A. Shah', mobile: '9825000002' }, /Employee number: This may be .* Amit Shah/],
  ['an e-mail of another teacher', { name: 'Bela Rao', email: 'meena@school.test' }, /Email: .* Meena Joshi \(T-1\)/],
  ['a known name with another mobile', { name: 'Meena Joshi', mobile: '9825000099' }, /has this name and another/],
  ['a name that two have', { name: 'Anil Dave' }, /Several teachers have this name/],
  ['a name that two have, with a mobile', { name: 'Anil Dave', mobile: '9825000006' }, 'T-6'],
  ['a similar name without contact', { name: 'Harish M Trivedi' }, /This may be Harish Trivedi \(T-8\)/],
  ['one name', { name: 'Savita' }, 'T-7'],
  ['one name and a surname', { name: 'Savita Rao', mobile: '9825000020' }, /This may be Savita \(T-7\)/],
  ['a namesake of an earlier line with another mobile', { name: 'Nila Desai', mobile: '9825000041' }, null],
  ['an earlier line with the same mobile', { name: 'Nila Desai', mobile: '9825000040' }, 'line 2'],
  ['an earlier line of only the name', { name: 'Jagruti Vyas' }, 'line 3'],
  ['a similar name that a mobile tells apart', { name: 'Meena R Joshi', mobile: '9825000030' }, null],
]

it.each(rows)('matches a teacher without an employee number by %s', (_, row, expected) => {
  const matcher = teacherMatcher<KnownTeacher>()
  for (const one of school) matcher.add(one)
  const { teacher: found, problems } = matcher.match(row)
  const answer = problems.map(({ column, message }) => `${column}: ${message}`).join()
  if (expected instanceof RegExp) expect(answer).toMatch(expected)
  else expect([found?.called ?? null, answer]).toEqual([expected, ''])
})

it('needs only linear time for a file with the same teacher thousands of times', async () => {
  const matchLines = (lines: number) => {
    const matcher = teacherMatcher<KnownTeacher>()
    for (let line = 1; line <= lines; line++) {
      const row = { name: `Asha Patel ${line % 7}`, mobile: '9825000001' }
      matcher.match(row)
      matcher.add({ ...row, called: `line ${line}`, email: null, isNew: false })
    }
    return matcher.match({ name: 'Ravi Rao' })
  }
  expect(await growth(matchLines, 100)).toBeLessThan(tooSteep)
  expect(matchLines(20_000)).toEqual({ teacher: null, problems: [] })
})
