import { inTransaction, selectRows, text } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { todayInIndia } from '~/models/core/shared/calendar'
import { keyOfOne } from '~/models/core/shared/once/form-key'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { enrolledInSql, ownSectionValues } from '~/models/people/academics/section-queries.server'
import type { messageForm } from './notice-fields'
import { notices } from './notices.server'
import { Notice } from './tables.server'

/**
 * Writes the same notice, shown from today, to all of these students or to none. Submitting the form twice writes to
 * each only once. Refuses `no-such-student` when one is not of the school, has left, or is not in a teacher's sections.
 */
export async function writeToStudents(
  scope: SchoolScope,
  formKey: string,
  message: ValuesOf<typeof messageForm>,
  ownSectionIds: readonly number[] | null,
): Promise<Outcome<{ written: number }, 'no-such-student'>> {
  return inTransaction(() => write(scope, formKey, message, ownSectionIds), {
    // A concurrent submission of the same form wrote to one of them: retry for the others.
    notices_form_key: () => writeToStudents(scope, formKey, message, ownSectionIds),
  })
}

async function write(
  scope: SchoolScope,
  formKey: string,
  { student: publicIds, ...words }: ValuesOf<typeof messageForm>,
  ownSectionIds: readonly number[] | null,
) {
  const rows = await selectRows(
    { publicId: text('s.public_id'), enrollmentNumber: text('s.enrollment_number') },
    `FROM students s WHERE s.school_id = :schoolId AND s.public_id IN (:publicIds) AND s.status <> 'left'
       AND ${enrolledInSql('s.id', ownSectionIds) || 'TRUE'} ORDER BY s.id`,
    { schoolId: scope.schoolId, publicIds, ...ownSectionValues(ownSectionIds) },
  )
  if (rows.length < new Set(publicIds).size) return refused('no-such-student')
  const nobody = { audience: 'student', classPublicId: null, sectionPublicId: null } as const
  const noticeDefaults = { fromOn: todayInIndia(new Date()), untilOn: null, priority: 'medium' } as const
  const keys = rows.map(({ publicId }) => keyOfOne(formKey, publicId))
  const existingNotices = await Notice.findAll({
    where: { schoolId: scope.schoolId, formKey: keys },
    attributes: ['formKey'],
  })
  for (const { publicId, enrollmentNumber } of rows) {
    const key = keyOfOne(formKey, publicId)
    if (existingNotices.some((one) => one.formKey === key)) continue
    const values = { ...words, ...nobody, ...noticeDefaults, enrollmentNumber }
    const outcome = await notices.write(scope, key, values, ownSectionIds)
    if (!outcome.ok) return refused('no-such-student')
  }
  return done({ written: rows.length })
}
