import { randomInt } from 'node:crypto'
import { execute } from '~/database/database.server'
import { correctRegister } from '~/models/people/students/register/correct-register.server'
import type { RegisterField } from '~/models/people/students/register/register-options'
import { unique } from './insert'
import { readRow } from './read'
import type { MadeSchool } from './school'
import { type MadeStudent, makeStudent } from './student'

interface Admission {
  number: string
  /** `YYYY-MM-DD` */
  on: string
  class: string
  lastSchool: string | null
}

/** Enters a student in the General Register with an admission number and the entry's other fields. */
export async function admit(
  student: Pick<MadeStudent, 'id' | 'schoolId'>,
  {
    number,
    on = '2019-06-10',
    class: className = 'Class 1',
    lastSchool = null,
  }: Partial<Admission> & Pick<Admission, 'number'>,
): Promise<void> {
  await execute(
    `INSERT INTO academic_infos (student_id, school_id, admission_number, admission_date, admission_class, previous_school, updated_at)
     VALUES (:id, :schoolId, :number, :on, :className, :lastSchool, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE admission_number = :number, admission_date = :on, admission_class = :className, previous_school = :lastSchool`,
    { id: student.id, schoolId: student.schoolId, number, on, className, lastSchool },
  )
}

/** Creates an earlier period at the school with its own admission number, as a readmission leaves it. */
export async function closeNumber(student: Pick<MadeStudent, 'id' | 'schoolId'>, number: string): Promise<void> {
  await execute(
    `INSERT INTO register_periods (school_id, student_id, admission_number, is_own_entry, left_on, returned_on, created_at)
     VALUES (:schoolId, :id, :number, 1, '2020-03-31', '2022-06-10', UTC_TIMESTAMP(3))`,
    { id: student.id, schoolId: student.schoolId, number },
  )
}

const order = {
  authority: 'District Education Officer, Rajkot',
  orderNumber: 'DEO/2026/114',
  orderedOn: '2026-01-12',
  reason: 'As in the birth certificate',
}

/** Corrects a name or birth date in the register by an authority's order; `orders` overrides fields of that order. */
export async function correct(
  scope: MadeSchool['scope'],
  student: Pick<MadeStudent, 'id' | 'publicId' | 'firstName' | 'lastName' | 'dateOfBirth'>,
  changes: Partial<Record<RegisterField, string>>,
  orders: Partial<typeof order> = {},
): Promise<void> {
  const row = await readRow<{ version: number }>('SELECT version FROM students WHERE id = :id', { id: student.id })
  const { firstName, lastName, dateOfBirth } = student
  const current = {
    first_name: firstName,
    last_name: lastName,
    date_of_birth: dateOfBirth,
    admission_number: null,
    admission_date: null,
    seen_first_name: firstName,
    seen_last_name: lastName,
    seen_date_of_birth: dateOfBirth,
    seen_admission_number: null,
    seen_admission_date: null,
  }
  const input = { ...current, ...changes, ...order, ...orders, version: row?.version ?? 0 }
  const corrected = await correctRegister(scope, student.publicId, input)
  if (!corrected.ok) throw new Error(corrected.reason)
}

/** Data behind the register's pages: a student with an admission number and one correction. */
export type RegisterThings = Awaited<ReturnType<typeof makeRegisterThings>>

export async function makeRegisterThings({ scope, ...school }: MadeSchool) {
  const student = await makeStudent({ ...school, scope }, { lastName: `Rathod${unique().replace(/\W/g, '')}` })
  await admit(student, { number: `GR/${randomInt(1e9)}` })
  await correct(scope, student, { date_of_birth: '2012-07-14' })
  return { student: student.publicId }
}
