import type { LoaderFunctionArgs } from '@remix-run/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { schoolPaths } from '~/http/school-paths'
import { listRegister } from '~/models/entry/register/entries.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { signedInStaff } from '../../../../tests/factories/accounts'
import { admit, closeNumber } from '../../../../tests/factories/register'
import { type MadeSchool, makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { readTable } from '../../../../tests/setup/tables'
import { loader as attendanceFile } from './attendance+/register[.]csv'
import { loader as feeFile } from './collections+/fee-register[.]csv'

type Student = [enrollment: string, admission: string | null, closed?: string]
type Printed = Record<string, string>

/** Enters the students in one section; returns the number that each register prints, by enrollment number. */
async function registersOf(
  school: MadeSchool,
  students: Student[],
): Promise<Record<'attendance' | 'fees' | 'book', Printed>> {
  const session = await currentSession(school)
  const ofClass = await makeClass(school)
  const section = await makeSection(ofClass)
  for (const [enrollmentNumber, admission, closed] of students) {
    const student = await makeStudent(school, { enrollmentNumber })
    await makeEnrollment(student, { session, class: ofClass, section })
    if (admission !== null) await admit(student, { number: admission })
    if (closed !== undefined) await closeNumber(student, closed)
  }
  const { cookie } = await signedInStaff(await makeStaff(school))
  const printed = async (loader: (args: LoaderFunctionArgs) => Promise<Response>, address: string) => {
    const request = new Request(`http://localhost:3000${address}`, { headers: { cookie } })
    const rows = readTable(await (await loader({ request, params: {}, context: {} })).text())
    const cells = rows.map((row): Printed => Object.fromEntries(row))
    return Object.fromEntries(
      cells
        .filter((row) => row['Enrollment number'])
        .map((row) => [row['Enrollment number'] ?? '', row['Admission number'] ?? '']),
    )
  }
  const month = session.startsOn.slice(0, 7)
  const all = { search: '', sort: 'number' as const, descending: false, page: 1 }
  const book = await listRegister(school.scope, { ...all, filters: { session: '', state: '', from: '', to: '' } })
  return {
    attendance: await printed(
      attendanceFile,
      `/school/attendance/register.csv?section=${section.publicId}&session=${session.publicId}&month=${month}`,
    ),
    fees: await printed(
      feeFile,
      `${schoolPaths.feeRegisterFile}?section=${section.publicId}&session=${session.publicId}`,
    ),
    book: Object.fromEntries(book.rows.map((row) => [row.number, String(row.isNumbered)])),
  }
}

describe.each<[about: string, students: Student[], attendance: Printed, book: Printed]>([
  [
    'a school that has entered no admission number',
    [
      ['R1', null],
      ['R2', null],
    ],
    { R1: 'R1', R2: 'R2' },
    { R1: 'true', R2: 'true' },
  ],
  [
    'a school with one number, which some students lack as admission number',
    [
      ['R1', 'R1'],
      ['R2', null],
    ],
    { R1: 'R1', R2: 'R2' },
    { R1: 'true', R2: 'true' },
  ],
  [
    'a school with one number and a student who returned under a new one',
    [
      ['R1', 'R7', 'R1'],
      ['R2', null],
    ],
    { R1: 'R7', R2: 'R2' },
    { R1: 'true', R2: 'true', R7: 'true' },
  ],
  [
    'a school with two numbers',
    [
      ['R1', 'GR-5'],
      ['R2', null],
    ],
    { R1: 'GR-5', R2: '' },
    { 'GR-5': 'true', R2: 'false' },
  ],
])('registers of %s', (_about, students, printed, book) => {
  let registers: Awaited<ReturnType<typeof registersOf>>
  beforeAll(async () => {
    // The admission number of another school must not change what this school prints.
    const other = await makeSchool()
    await admit(await makeStudent(other), { number: 'GR-5' })
    registers = await registersOf(await makeSchool(), students)
  })

  it('attendance: prints the number of each student', () => {
    expect(registers.attendance).toEqual(printed)
  })
  it('fees: prints the number of each student', () => {
    expect(registers.fees).toEqual(printed)
  })
  it('General Register: lists each student under a number of the school', () => {
    expect(registers.book).toEqual(book)
  })
})
