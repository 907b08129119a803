import type { Language } from '~/language/language'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { AdmissionOrigin, AdmissionState } from '~/models/entry/admissions/applicants/admission-options'
import { hashPassword } from '~/services/secrets/passwords.server'
import { type MadeClass, type MadeSession, makeClass } from './academics'
import { insert, inTurn, unique } from './insert'
import type { MadeSchool } from './school'

export interface MadeAdmission {
  id: number
  publicId: string
  firstName: string
  lastName: string
  dateOfBirth: string
  mobileNumber: string
  email: string | null
  class: MadeClass
}

interface AdmissionFacts {
  firstName: string
  lastName: string
  gender: 'Male' | 'Female' | 'Other'
  dateOfBirth: string
  mobileNumber: string
  email: string | null
  fatherName: string
  motherName: string
  language: Language
  rte: boolean
  origin: AdmissionOrigin
  /** Any state except accepted: only the use case accepts an admission, because it also creates the student. */
  state: Exclude<AdmissionState, 'accepted'>
  reason: string
  class: MadeClass
  session: MadeSession
  createdAt: Date
  /** Password of an online admission. Hashing is slow: set it only where a test signs in with it. */
  password: string
}

const children = inTurn<Pick<AdmissionFacts, 'firstName' | 'lastName' | 'gender' | 'fatherName' | 'motherName'>>([
  { firstName: 'Diya', lastName: 'Mehta', gender: 'Female', fatherName: 'Nilesh Mehta', motherName: 'Komal Mehta' },
  { firstName: 'Aarav', lastName: 'Desai', gender: 'Male', fatherName: 'Hitesh Desai', motherName: 'Rekha Desai' },
  { firstName: 'Zoya', lastName: 'Khan', gender: 'Female', fatherName: 'Salim Khan', motherName: 'Nasreen Khan' },
])

/** Creates an admission, by default pending at the office. */
export async function makeAdmission(
  school: MadeSchool,
  overrides: Partial<AdmissionFacts> = {},
): Promise<MadeAdmission> {
  const { password, ...rest } = overrides
  const key = unique()
  const facts = {
    ...children(),
    dateOfBirth: '2018-08-21',
    mobileNumber: `8${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`,
    email: `family.${key}@school.test` as string | null,
    language: 'en',
    origin: 'office' as AdmissionOrigin,
    state: 'pending' as AdmissionState,
    class: overrides.class ?? (await makeClass(school)),
    createdAt: new Date(),
    ...rest,
  }
  const publicId = newPublicId()
  const keepsPassword = facts.origin === 'online' && facts.state !== 'withdrawn'
  const id = await insert('admissions', {
    public_id: publicId,
    school_id: school.id,
    form_key: key,
    origin: facts.origin,
    state: facts.state,
    first_name: facts.firstName,
    last_name: facts.lastName,
    gender: facts.gender,
    date_of_birth: facts.dateOfBirth,
    category: 'General',
    mobile_number: facts.mobileNumber,
    email: facts.email,
    father_name: facts.fatherName,
    mother_name: facts.motherName,
    address: '7 Shanti Nagar, Naranpura, Ahmedabad 380013',
    rte: overrides.rte ? 1 : 0,
    class_id: facts.class.id,
    academic_session_id: overrides.session?.id ?? null,
    language: facts.language,
    password_hash: keepsPassword ? (password ? await hashPassword(password) : 'no password') : null,
    reason: facts.state === 'rejected' ? (overrides.reason ?? 'The class is full') : null,
    decided_at: facts.state === 'pending' ? null : new Date(),
    created_at: facts.createdAt,
    updated_at: facts.createdAt,
  })
  const { firstName, lastName, dateOfBirth, mobileNumber, email } = facts
  return { id, publicId, firstName, lastName, dateOfBirth, mobileNumber, email, class: facts.class }
}

/**
 * Admissions in the demo office's list: one online and one at the counter, both pending; one rejected and one
 * withdrawn. The pending online applicant signs in with the password 'Demo-applicant-2026'.
 */
export async function makeDemoAdmissions(
  school: MadeSchool,
  session: MadeSession,
  ofClass: MadeClass,
  now: Date,
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000)
  const place = { session, class: ofClass }
  await makeAdmission(school, {
    ...place,
    firstName: 'દિયા',
    lastName: 'મહેતા',
    gender: 'Female',
    fatherName: 'નીલેશ મહેતા',
    motherName: 'કોમલ મહેતા',
    dateOfBirth: '2014-09-05',
    mobileNumber: '9825000091',
    email: 'diya.mehta@demo.shala.test',
    language: 'gu',
    origin: 'online',
    password: 'Demo-applicant-2026',
    createdAt: daysAgo(2),
  })
  await makeAdmission(school, {
    ...place,
    firstName: 'Aarav',
    lastName: 'Desai',
    gender: 'Male',
    dateOfBirth: '2013-12-19',
    // Mobile number of an existing student: possibly a brother.
    mobileNumber: '9825000001',
    email: 'hitesh.desai@demo.shala.test',
    createdAt: daysAgo(5),
  })
  await makeAdmission(school, {
    ...place,
    firstName: 'Zoya',
    lastName: 'Khan',
    gender: 'Female',
    dateOfBirth: '2014-03-30',
    mobileNumber: '9825000092',
    email: 'salim.khan@demo.shala.test',
    state: 'rejected',
    reason: 'The class is full this year. Please apply again in March.',
    createdAt: daysAgo(20),
  })
  await makeAdmission(school, {
    ...place,
    firstName: 'Kabir',
    lastName: 'Rao',
    gender: 'Male',
    dateOfBirth: '2014-11-11',
    mobileNumber: '9825000093',
    email: 'kabir.rao@demo.shala.test',
    origin: 'online',
    state: 'withdrawn',
    createdAt: daysAgo(30),
  })
}
