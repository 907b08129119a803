import { describe, expect, it } from 'vitest'
import { besideCells, type PreviewValue } from '../../preview'
import type { KnownClass } from '../class-resolver'
import type { RowValues } from '../port'
import type { ExistingStudents, StoredStudent } from './existing-students.server'
import { planStudents } from './plan-students'
import { previewStudents, studentPreviewColumns } from './preview-students'
import { studentReader } from './read-student'

const today = '2026-11-29'
const settings = {
  sessionId: 1,
  createsClasses: true,
  sectionCapacity: 60,
  keepsReceipts: false,
  numberHeading: '',
  today,
}

/** Student S1 of VI – A with roll number 7. */
function stored(change: Partial<StoredStudent> = {}): StoredStudent {
  return {
    id: 1,
    status: 'active',
    version: 1,
    isOnRegister: false,
    values: {
      enrollment_number: 'S1',
      first_name: 'Asha',
      last_name: 'Patel',
      date_of_birth: '2015-06-14',
      mobile_number: '9825012345',
      rte: '0',
      father_aadhar: '234567890124',
      address: '',
    },
    enrollment: { id: 1, classId: 1, sectionId: 1, rollNumber: '7', studying: true, paid: false },
    ...change,
  }
}

function existing(student: StoredStudent | null): ExistingStudents {
  const ofClass: KnownClass = { id: 1, key: '6', name: 'VI', position: 6, sections: [] }
  for (const [index, name] of ['A', 'B'].entries())
    ofClass.sections.push({ id: index + 1, key: String(index + 1), name, capacity: 60, ofClass })
  return {
    session: { id: 1, startsOn: '2026-04-01', endsOn: '2027-03-31' },
    byNumber: new Map(student ? [['s1', student]] : []),
    byAdmission: new Map(),
    alike: new Map(),
    byPerson: new Map(),
    classes: [ofClass],
    held: new Map(),
    rollHolders: new Map(),
    freeNumbers: ['S2'],
  }
}

/** Values shown for a row of the file, after the name and number in its label. */
function shown(texts: RowValues, student: StoredStudent | null): PreviewValue[] {
  const { values } = studentReader(today)(texts)
  const rows = [{ line: 2, values }]
  const preview = previewStudents(rows, planStudents(rows, existing(student), settings))
  return besideCells(preview.valuesOf(0), texts, studentPreviewColumns)
}

const newStudent = {
  enrollment_number: 'N1',
  first_name: 'Ravi',
  last_name: 'Shah',
  gender: 'Male',
  date_of_birth: '2015-06-14',
  category: 'General',
  father_name: 'Mahesh',
  mother_name: 'Geeta',
  mobile_number: '9825012346',
  address: 'Ahmedabad',
  class: 'VI-B',
}
const seat: PreviewValue = ['Class and section', 'VI – B', 'VI-B', null]
const born: PreviewValue = ['Date of birth', '14 Jun 2015', '2015-06-14', null]
const mobile: PreviewValue = ['Mobile number', '9825012346', null, null]

describe('a new student in the preview', () => {
  it.each<[string, RowValues, PreviewValue[]]>([
    ['values that look like the file', {}, [seat, born, mobile]],
    [
      'a read choice, tick and number',
      { gender: 'M', rte: 'y', mobile_number: '+91 98250-12346', roll_number: '7.0' },
      [
        seat,
        ['Roll number', '7', '7.0', null],
        ['Gender', 'Male', 'M', null],
        born,
        ['Mobile number', '9825012346', '+91 98250-12346', null],
        ['RTE', 'Yes', 'y', null],
      ],
    ],
    ['a middle name that joins the first name', { middle_name: 'Mahesh' }, [seat, born, mobile]],
    [
      'a section that the file leaves open',
      { class: 'Std 7' },
      [['Class and section', 'Std 7 – A', 'Std 7', null], born, mobile],
    ],
  ])('shows %s', (_, change, values) => {
    expect(shown({ ...newStudent, ...change }, null)).toEqual(values)
  })

  it('shows how a full name is divided, and that the next free enrollment number is used', () => {
    const { enrollment_number: _, first_name: __, last_name: ___, ...rest } = newStudent
    const rows = shown({ ...rest, surname_first: 'Shah Ravi' }, null)
    expect(rows.filter(([label]) => /name|number$/.test(label) && label !== 'Mobile number')).toEqual([
      ['Enrollment number', 'next free number', '', null],
      ['Last name', 'Shah', 'Shah Ravi', null],
    ])
  })

  it('shows nothing for a rejected row', () => {
    expect(shown({ ...newStudent, gender: '' }, null)).toEqual([])
  })
})

describe('an existing student in the preview', () => {
  it.each<[string, RowValues, StoredStudent, PreviewValue[]]>([
    [
      'the old and the new section and roll number',
      { class: 'VI', section: 'B', roll_number: '9' },
      stored(),
      [
        ['Class and section', 'VI – B', null, 'VI – A'],
        ['Roll number', '9', null, '7'],
      ],
    ],
    [
      'the roll number that a move takes away',
      { class: 'VI', section: 'B' },
      stored(),
      [
        ['Class and section', 'VI – B', null, 'VI – A'],
        ['Roll number', 'nothing', null, '7'],
      ],
    ],
    [
      'a student who joins the session',
      { class: 'VI', section: 'B' },
      stored({ enrollment: null }),
      [['Class and section', 'VI – B', null, 'nothing']],
    ],
    [
      'old values, also empty ones',
      { address: 'Surat', date_of_birth: '15/06/2015' },
      stored(),
      [
        ['Class and section', 'VI – A', '', null],
        ['Date of birth', '15 Jun 2015', '15/06/2015', '14 Jun 2015'],
        ['Address', 'Surat', null, 'nothing'],
      ],
    ],
    [
      'the value of the register, which stays',
      { date_of_birth: '15/06/2015' },
      stored({ isOnRegister: true }),
      [
        ['Class and section', 'VI – A', '', null],
        ['Date of birth', '14 Jun 2015', '15/06/2015', null],
      ],
    ],
    [
      'no Aadhaar number',
      { father_aadhar: '234123412346' },
      stored(),
      [
        ['Class and section', 'VI – A', '', null],
        ['Father’s Aadhaar', 'changed', null, 'not shown'],
      ],
    ],
  ])('shows %s', (_, texts, student, values) => {
    expect(shown({ enrollment_number: 'S1', ...texts }, student)).toEqual(values)
  })
})
