import { number, selectRow } from '~/database/database.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findClass, findSection } from '~/models/people/academics/queries.server'
import { enrolledInSql, ownSectionValues } from '~/models/people/academics/section-queries.server'
import { type Audience, teacherAudiences } from './options'

export interface AddressFields {
  audience: Audience
  /** Public ids of class and section, and the enrollment number; the audience decides which of them is used. */
  classPublicId: string | null
  sectionPublicId: string | null
  enrollmentNumber: string | null
}

/** Row ids; only the id for the audience is set. */
export interface Address {
  audience: Audience
  classId: number | null
  sectionId: number | null
  studentId: number | null
}

export type AddressRefusal = 'not-yours' | 'no-such-class' | 'no-such-section' | 'no-such-student'

/**
 * Resolves the audience of a notice or event. A teacher (`ownSectionIds`) writes to their own sections and the students
 * in them, never to the school or a class (`not-yours`); students who left cannot be addressed.
 */
export async function findAddress(scope: SchoolScope, fields: AddressFields, ownSectionIds: readonly number[] | null) {
  const { audience } = fields
  const nobody = { audience, classId: null, sectionId: null, studentId: null }
  if (ownSectionIds && !(teacherAudiences as readonly Audience[]).includes(audience)) return refused('not-yours')
  if (audience === 'school') return done(nobody)
  if (audience === 'class') {
    const schoolClass = await findClass(scope, fields.classPublicId ?? '')
    return schoolClass ? done({ ...nobody, classId: schoolClass.id }) : refused('no-such-class')
  }
  if (audience === 'section') {
    const section = await findSection(scope, fields.sectionPublicId ?? '')
    if (!section || (ownSectionIds && !ownSectionIds.includes(section.id))) return refused('no-such-section')
    return done({ ...nobody, sectionId: section.id })
  }
  const ownCondition = enrolledInSql('s.id', ownSectionIds)
  const student = await selectRow(
    { id: number('s.id') },
    `FROM students s WHERE s.school_id = :schoolId AND s.enrollment_number = :number AND s.status <> 'left'
     ${ownCondition === '' ? '' : `AND ${ownCondition}`}`,
    { schoolId: scope.schoolId, number: fields.enrollmentNumber ?? '', ...ownSectionValues(ownSectionIds) },
  )
  return student ? done({ ...nobody, studentId: student.id }) : refused('no-such-student')
}
