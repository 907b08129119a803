import { findClass, findSession } from '~/models/academics/queries.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { AdmissionFields } from './admission-schema'

export type WishRefusal = 'no-such-class' | 'no-such-session'

/** The class and session of this school that a form wishes for, by their keys. */
export async function findWish(
  scope: SchoolScope,
  fields: { class: string; academic_session: string | null },
): Promise<Outcome<{ classId: number; academicSessionId: number | null }, WishRefusal>> {
  const ofClass = await findClass(scope, fields.class)
  if (!ofClass) return refused('no-such-class')
  if (fields.academic_session === null) return done({ classId: ofClass.id, academicSessionId: null })
  const session = await findSession(scope, fields.academic_session)
  return session ? done({ classId: ofClass.id, academicSessionId: session.id }) : refused('no-such-session')
}

type ApplicantFields = Omit<
  AdmissionFields,
  | 'class'
  | 'academic_session'
  | 'form_key'
  | 'language'
  | 'previous_school'
  | 'previous_class'
  | 'previous_board'
  | 'medium'
  | 'remarks'
  | 'remove'
>

/** The columns of the child and the parents. */
export function applicantColumns(fields: ApplicantFields) {
  return {
    firstName: fields.first_name,
    lastName: fields.last_name,
    gender: fields.gender,
    dateOfBirth: fields.date_of_birth,
    category: fields.category,
    mobileNumber: fields.mobile_number,
    email: fields.email ?? null,
    fatherName: fields.father_name,
    motherName: fields.mother_name,
    address: fields.address,
    rte: fields.rte,
  }
}

/** All columns of the office's form but class and session. */
export function admissionColumns(fields: AdmissionFields) {
  return {
    ...applicantColumns(fields),
    previousSchool: fields.previous_school ?? null,
    previousClass: fields.previous_class ?? null,
    previousBoard: fields.previous_board ?? null,
    medium: fields.medium ?? null,
    language: fields.language,
    remarks: fields.remarks ?? null,
  }
}
