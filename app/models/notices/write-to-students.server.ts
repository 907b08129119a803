import { selectRows, text } from '~/database/database.server'
import { ownSectionValues, sitsInSql } from '~/models/academics/section-queries.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { ValuesOf } from '~/models/shared/fields'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { messageForm } from './notice-fields'
import { notices } from './notices.server'

/**
 * Writes the same notice to each of these students, shown from today on; the same form has one effect. Refuses `no-such-student` where one
 * is not of the school, has left, or sits in none of a teacher's sections: then nothing is written.
 */
export async function writeToStudents(
  scope: SchoolScope,
  formKey: string,
  { student: publicIds, ...words }: ValuesOf<typeof messageForm>,
  ownSectionIds: readonly number[] | null,
) {
  const rows = await selectRows(
    { enrollmentNumber: text('s.enrollment_number') },
    `FROM students s WHERE s.school_id = :schoolId AND s.public_id IN (:publicIds) AND s.status <> 'left'
       AND ${sitsInSql('s.id', ownSectionIds) || 'TRUE'} ORDER BY s.id`,
    { schoolId: scope.schoolId, publicIds, ...ownSectionValues(ownSectionIds) },
  )
  if (rows.length < new Set(publicIds).size) return refused('no-such-student')
  const nobody = { audience: 'student', classPublicId: null, sectionPublicId: null } as const
  const shown = { fromOn: todayInIndia(new Date()), untilOn: null, priority: 'medium' } as const
  for (const [index, { enrollmentNumber }] of rows.entries()) {
    const values = { ...words, ...nobody, ...shown, enrollmentNumber }
    const made = await notices.create(scope, `${formKey.slice(0, 36)}-${index}`, values, ownSectionIds)
    if (!made.ok) return refused('no-such-student')
  }
  return done({ written: rows.length })
}
