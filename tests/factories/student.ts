import type { Language } from '~/language/language'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { type StudentScope, studentScope } from '~/models/core/shared/scope.server'
import { hashPassword } from '~/services/secrets/passwords.server'
import { insert, insertMany, inTurn, unique } from './insert'
import type { MadeSchool } from './school'

export interface StudentFacts {
  enrollmentNumber: string
  firstName: string
  lastName: string
  gender: 'Male' | 'Female' | 'Other'
  /** `YYYY-MM-DD` */
  dateOfBirth: string
  category: 'General' | 'SC' | 'ST' | 'OBC' | 'Other'
  mobileNumber: string
  email: string | null
  language: Language
  rte: boolean
  status: 'active' | 'inactive'
  fatherName: string
  motherName: string
  address: string
}

export interface MadeStudent extends StudentFacts {
  id: number
  publicId: string
  schoolId: number
  scope: StudentScope
}

const people = inTurn<Pick<StudentFacts, 'firstName' | 'lastName' | 'gender' | 'fatherName' | 'motherName'>>([
  { firstName: 'Asha', lastName: 'Patel', gender: 'Female', fatherName: 'Rajesh Patel', motherName: 'Hansa Patel' },
  { firstName: 'Ravi', lastName: 'Kumar', gender: 'Male', fatherName: 'Anil Kumar', motherName: 'Sunita Kumar' },
  { firstName: 'Fatima', lastName: 'Shaikh', gender: 'Female', fatherName: 'Imran Shaikh', motherName: 'Salma Shaikh' },
  { firstName: 'Harpreet', lastName: 'Singh', gender: 'Male', fatherName: 'Gurdev Singh', motherName: 'Manjit Kaur' },
  { firstName: 'Meera', lastName: 'Iyer', gender: 'Female', fatherName: 'Ganesh Iyer', motherName: 'Lakshmi Iyer' },
  {
    firstName: 'Joseph',
    lastName: 'Fernandes',
    gender: 'Male',
    fatherName: 'Peter Fernandes',
    motherName: 'Rita Fernandes',
  },
  { firstName: 'Kavya', lastName: 'Reddy', gender: 'Female', fatherName: 'Srinivas Reddy', motherName: 'Padma Reddy' },
  {
    firstName: 'Arjun',
    lastName: 'Solanki',
    gender: 'Male',
    fatherName: 'Bharat Solanki',
    motherName: 'Geeta Solanki',
  },
])

/**
 * Creates a student with parents and address, not enrolled. Without `password` the account is not activated, and the
 * date of birth is the first password.
 */
export async function makeStudent(
  school: MadeSchool,
  overrides: Partial<StudentFacts> & { password?: string } = {},
): Promise<MadeStudent> {
  const { password, ...rest } = overrides
  const key = unique()
  const facts: StudentFacts = {
    ...people(),
    enrollmentNumber: `ADM-${key}`,
    dateOfBirth: '2012-06-14',
    category: 'General',
    mobileNumber: `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`,
    email: `student.${key}@school.test`,
    language: 'en',
    rte: false,
    status: 'active',
    address: '7 Shanti Nagar, Naranpura, Ahmedabad 380013',
    ...rest,
  }
  const now = new Date()
  const publicId = newPublicId()
  const id = await insert('students', {
    public_id: publicId,
    school_id: school.id,
    enrollment_number: facts.enrollmentNumber,
    first_name: facts.firstName,
    last_name: facts.lastName,
    gender: facts.gender,
    date_of_birth: facts.dateOfBirth,
    category: facts.category,
    mobile_number: facts.mobileNumber,
    email: facts.email,
    language: facts.language,
    rte: facts.rte ? 1 : 0,
    status: facts.status,
    password_hash: password ? await hashPassword(password) : null,
    password_changed_at: password ? now : null,
    created_at: now,
    updated_at: now,
  })
  const owner = { student_id: id, school_id: school.id, updated_at: now }
  await insert('guardians', { ...owner, father_name: facts.fatherName, mother_name: facts.motherName })
  await insert('student_addresses', { ...owner, address: facts.address })
  const scope = studentScope(school.id, id, { kind: 'student', id, name: `${facts.firstName} ${facts.lastName}` })
  return { id, publicId, schoolId: school.id, ...facts, scope }
}

export interface StudentRow {
  publicId: string
  mobileNumber: string
  email: string
  dateOfBirth: string
}

/** Creates many students for sign-in tests only: no parents, no address. */
export async function makeStudentRows(
  school: Pick<MadeSchool, 'id'>,
  rows: ReadonlyArray<{ dateOfBirth?: string; passwordHash?: string }>,
): Promise<StudentRow[]> {
  const now = new Date()
  const key = unique()
  const made = rows.map(({ dateOfBirth = '2012-06-14', passwordHash = null }, index) => ({
    publicId: newPublicId(),
    mobileNumber: `8${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`,
    email: `student.${key}.${index}@school.test`,
    dateOfBirth,
    passwordHash,
  }))
  await insertMany(
    'students',
    made.map((row, index) => ({
      public_id: row.publicId,
      school_id: school.id,
      enrollment_number: `ADM-${key}-${index}`,
      first_name: 'Kavya',
      last_name: 'Reddy',
      gender: 'Female',
      date_of_birth: row.dateOfBirth,
      category: 'General',
      mobile_number: row.mobileNumber,
      email: row.email,
      password_hash: row.passwordHash,
      created_at: now,
      updated_at: now,
    })),
  )
  return made
}
