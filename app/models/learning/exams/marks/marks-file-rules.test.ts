import { expect, it } from 'vitest'
import { readMarksFile } from './marks-file-rules'

const noOther = { admissionNumber: null, srNumber: null }
const students = [
  {
    publicId: 'asha',
    name: 'Asha Patel',
    enrollmentNumber: 'ADM-1',
    ...noOther,
    rollNumber: 1,
    presence: null,
    marks: null,
  },
  {
    publicId: 'ravi',
    name: 'Ravi Kumar',
    enrollmentNumber: '0012',
    ...noOther,
    rollNumber: 2,
    presence: 'present' as const,
    marks: 30,
  },
  {
    publicId: 'meera',
    name: 'Meera Iyer',
    enrollmentNumber: 'ADM-3',
    ...noOther,
    rollNumber: null,
    presence: null,
    marks: null,
  },
]
const heading = ['Roll number', 'Enrollment number', 'Name', 'Marks']

it('finds students by enrollment or roll number, below a title, and ignores lines without marks', () => {
  const rows = [['Class 8 A'], heading, ['1', 'adm-1', 'Asha', '41.5'], ['2', '0012', '', ''], ['', 'ADM-3', '', 'ab']]
  const read = readMarksFile(rows, students, 50)
  expect(read).toMatchObject({
    ok: true,
    lines: [
      { line: 3, enrollment: 'asha', before: '', after: '41.5', problem: null },
      { line: 5, enrollment: 'meera', name: 'Meera Iyer', after: 'AB', problem: null },
    ],
  })
  const byRoll = readMarksFile(
    [
      ['Roll No.', 'Marks obtained'],
      ['2.0', '30'],
    ],
    students,
    50,
  )
  expect(byRoll).toMatchObject({ ok: true, lines: [{ enrollment: 'ravi', before: '30', after: '30' }] })
})

// Lists as teachers write them: brackets, office words for absence, digits and headings of their script, a line of
// sums.
it.each<[string, string[][]]>([
  [
    'English',
    [
      ['G.R. No.', 'Student Name', 'Marks (out of 50)'],
      ['ADM-1', 'Asha', '(12)'],
      ['0012', '', 'A'],
      ['ADM-3', '', 'ML'],
      ['Total', '', '120'],
      ['', 'Average', '40'],
    ],
  ],
  [
    'Gujarati',
    [
      ['રોલ નંબર', 'વિદ્યાર્થીનું નામ', 'મેળવેલ ગુણ (૫૦)', 'જી.આર. નં.'],
      ['૧', 'આશા પટેલ', '૧૨', ''],
      ['૨', '', 'AB', ''],
      ['', '', 'EX', 'ADM-3'],
      ['કુલ', '', '૧૨૦', ''],
    ],
  ],
  [
    'Hindi',
    [
      ['रोल नं.', 'छात्र का नाम', 'प्राप्तांक', 'प्रवेश क्रमांक'],
      ['१', 'आशा पटेल', '[१२]', 'ADM-1'],
      ['२', '', 'Abs', '००१२'],
      ['', '', 'M.L.', 'ADM-3'],
      ['कुल', '', '१२०', ''],
    ],
  ],
])('reads marks from a file with headings in %s', (_, rows) => {
  const result = readMarksFile(rows, students, 50)
  expect(result.ok && result.lines.map(({ enrollment, after, problem }) => [enrollment, after, problem])).toEqual([
    ['asha', '12', null],
    ['ravi', 'AB', null],
    ['meera', 'EX', null],
  ])
})

it('does not mistake the name कुलदीप for a row of totals, which begins with कुल', () => {
  const rows = [
    ['Name', 'Roll', 'Marks'],
    ['कुलदीप', '1', '42'],
    ['Total', '', '42'],
    ['Totaram', '', '42'],
  ]
  const result = readMarksFile(rows, students, 50)
  expect(result.ok && result.lines.map(({ line, after, problem }) => [line, after, problem])).toEqual([
    [2, '42', null],
    [4, '', 'The line has no enrollment or roll number'],
  ])
})

it('reads the column whose maximum is that of the paper', () => {
  const rows = [
    ['Roll', 'Name of the Student', 'Marks (20)', 'Marks Obt. out of 80'],
    ['1', 'Asha Patel', '18', '42'],
    ['2', 'Ravi Kumar', '18', 'ગે.હા.'],
  ]
  const result = readMarksFile(rows, students, 80)
  expect(result.ok && result.lines.map(({ after }) => after)).toEqual(['42', 'AB'])
})

it('refuses a row whose name belongs to another student', () => {
  const read = readMarksFile([heading, ['', 'ADM-3', 'Zubin Irani', '5']], students, 50)
  expect(read.ok && read.lines[0]?.problem).toBe(
    'The number ADM-3 belongs to Meera Iyer, but the file names Zubin Irani',
  )
})

it.each([
  ['G.R. No.', '', 'meera', null],
  ['Enrollment number', '', 'asha', null],
  ['G.R. No.', 'Asha Patel', 'asha', null],
  ['G.R. No.', 'Zubin Irani', null, 'The number 101 belongs to Meera Iyer, but the file names Zubin Irani'],
])('under %s beside “%s” finds one of two students with the number 101', (number, name, enrollment, problem) => {
  const [asha, ravi, meera] = students
  const crossed = [
    { ...asha, enrollmentNumber: '101', admissionNumber: '205' },
    ravi,
    { ...meera, enrollmentNumber: '205', admissionNumber: '101' },
  ] as typeof students
  const read = readMarksFile(
    [
      [number, 'Name', 'Marks'],
      ['101', name, '41'],
    ],
    crossed,
    50,
  )
  expect(read.ok && read.lines).toMatchObject([{ enrollment, problem }])
})

// Under a heading for admission numbers, 101 may belong to a student in another section, unless the name fits.
it.each([
  ['G.R. No.', '', 'No student in this section has this number'],
  ['G.R. No.', 'Ravi Kumar', null],
  ['Enrollment number', '', null],
])(
  'under %s beside “%s” reads an enrollment number that differs from the admission number',
  (number, name, problem) => {
    const [asha, ravi] = students
    const read = readMarksFile(
      [
        [number, 'Name', 'Marks'],
        ['101', name, '41'],
      ],
      [asha, { ...ravi, enrollmentNumber: '101', admissionNumber: '205' }] as typeof students,
      50,
    )
    expect(read.ok && read.lines[0]?.problem).toBe(problem)
  },
)

it('asks for the name beside a number without its zeros', () => {
  const problemOf = (name: string) => {
    const read = readMarksFile([heading, ['', '12', name, '5']], students, 50)
    return read.ok && read.lines[0]?.problem
  }
  expect(problemOf('')).toMatch('This looks like 0012 of Ravi Kumar')
  expect(problemOf('Ravi Kumar')).toBeNull()
})

it.each([
  ['ADM-1', 'Asha R.'],
  ['ADM-1', 'Kum. Asha'],
  ['ADM-1', 'Asha (RTE)'],
  ['0012', 'Master Ravi'],
])('accepts a row with the number %s and a shortened name: %s', (number, name) => {
  const read = readMarksFile([heading, ['', number, name, '5']], students, 50)
  expect(read.ok && read.lines[0]?.problem).toBeNull()
})

it('refuses a file whose maximum differs from the paper’s', () => {
  const rows = [
    ['Roll', 'Marks (out of 80)'],
    ['1', '42'],
  ]
  expect(readMarksFile(rows, students, 50)).toEqual({ ok: false, trouble: 'other-maximum' })
  expect(readMarksFile(rows, students, 80)).toMatchObject({ ok: true })
})

it('accepts a roll number when the name beside it matches or is empty', () => {
  const name = (text: string) => {
    const rows = [
      ['Roll', 'Name', 'Marks'],
      ['1', text, '5'],
    ]
    const read = readMarksFile(rows, students, 50)
    return read.ok && read.lines[0]?.problem
  }
  for (const same of ['', 'asha', 'Patel Asha', 'A. Patel', 'Aasha Ramesh Patel', 'આશા પટેલ'])
    expect(name(same)).toBeNull()
  for (const other of ['Meera Patel', 'Ravi Kumar', 'Amit Patel'])
    expect(name(other)).toBe('Roll number 1 belongs to Asha Patel')
})

it('reports errors in a file of marks by line', () => {
  const rows = [heading, ['', 'ADM-9', 'X', '5'], ['', '', 'Y', '5'], ['1', '', '', '51'], ['1', '', '', '5']]
  const read = readMarksFile(rows, students, 50)
  expect(read.ok && read.lines.map(({ line, problem }) => [line, problem])).toEqual([
    [2, 'No student in this section has this number'],
    [3, 'The line has no enrollment or roll number'],
    [4, 'Marks cannot be more than 50'],
    [5, 'Asha Patel is already in line 4'],
  ])
})

it('refuses a file without headings or without lines that have marks', () => {
  expect(readMarksFile([['Name', 'Marks']], students, 50)).toEqual({ ok: false, trouble: 'no-heading' })
  expect(readMarksFile([heading, ['1', '', '', '']], students, 50)).toEqual({ ok: false, trouble: 'no-rows' })
})
