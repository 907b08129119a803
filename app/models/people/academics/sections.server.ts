import { execute, number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { columnsOf } from '~/kit/tables/table.server'
import { counted } from '~/models/core/shared/counted'
import { refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { sectionForm } from './academic-fields'
import { dependentsBy } from './dependents.server'
import { findClass } from './queries.server'
import { Section } from './tables.server'
import { findClassTeacher } from './teachers.server'

const joins = `JOIN classes c ON c.school_id = t.school_id AND c.id = t.class_id
  LEFT JOIN teachers h ON h.school_id = t.school_id AND h.id = t.class_teacher_id`
const counts = {
  className: text('c.name'),
  teacherName: textOrNull("TRIM(CONCAT(h.first_name, ' ', h.last_name))"),
  /** Occupied seats in the current session. */
  taken: number(
    `COALESCE((SELECT p.taken FROM section_seats p JOIN academic_sessions a ON a.id = p.academic_session_id
       WHERE p.section_id = t.id AND a.school_id = t.school_id AND a.is_current = 1), 0)`,
  ),
}
const byClass = ['c.position', 'c.name', 't.name']

/**
 * Sections by class with the occupied seats in the current session; for one section also its dependents, and the public
 * ids of class and class teacher.
 */
const reads = plainReads(Section, sectionForm, {
  listed: ['name', 'capacity'],
  joins,
  counts,
  more: {
    ...dependentsBy('section_id', 'students', 'days', 'lessons', 'notices', 'events'),
    class: text('c.public_id'),
    classTeacher: textOrNull('h.public_id'),
  },
  search: ["CONCAT(c.name, ' ', t.name)", "TRIM(CONCAT(h.first_name, ' ', h.last_name))"],
  filters: { class: 'c.public_id = :class' },
  orders: {
    class: byClass,
    students: ['taken', ...byClass],
    capacity: ['t.capacity', ...byClass],
    teacher: ['h.last_name IS NULL', 'h.last_name', 'h.first_name', ...byClass],
  },
})

const ofClass = { ...columnsOf(Section, 't', 'publicId', 'name', 'capacity'), ...counts }

const records = plainRecords(Section, sectionForm, {
  kind: 'section',
  details: ({ name, capacity }, before) => ({ name, capacity, ...(before ? { capacityBefore: before.capacity } : {}) }),
  taken: { sections_name: 'name-taken' },
  held: { '*': 'in-use' },
  /**
   * A section stays in its class. Refuses a capacity below its number of students in any session. Locks the section
   * first, then its seats, in the same order as taking a seat.
   */
  save: async ({ scope, row, values: { name, capacity, ...values }, write }) => {
    const classOfSection = row ? { id: row.classId, name: undefined } : await findClass(scope, values.class)
    if (!classOfSection) return refused('no-such-class')
    const teacher = await findClassTeacher(scope, values.classTeacher)
    if (teacher === 'no-such-teacher') return refused(teacher)
    const fullest = row && (await fullestSession(row))
    if (fullest && fullest.taken > capacity) {
      const seated = `${counted(fullest.taken, 'student')} in ${fullest.sessionName}`
      return { ok: false, reason: 'too-small', seated } as const
    }
    const columns = { classId: classOfSection.id, name, capacity, classTeacherId: teacher?.id ?? null }
    const details = {
      classTeacher: teacher?.name ?? null,
      ...(classOfSection.name ? { class: classOfSection.name } : {}),
    }
    const id = await write(columns, details)
    await execute('UPDATE section_seats SET capacity = :capacity WHERE section_id = :id AND school_id = :schoolId', {
      schoolId: scope.schoolId,
      id,
      capacity,
    })
    return null
  },
})

export const sections = {
  ...reads,
  ...records,

  ofClass({ schoolId }: SchoolScope, classId: number) {
    const condition = 'WHERE t.school_id = :schoolId AND t.class_id = :classId ORDER BY t.name, t.id'
    return selectRows(ofClass, `FROM sections t ${joins} ${condition}`, { schoolId, classId })
  },
}

function fullestSession({ id }: { id: number }) {
  return selectRow(
    { taken: number('p.taken'), sessionName: text('a.name') },
    `FROM section_seats p JOIN academic_sessions a ON a.id = p.academic_session_id
     WHERE p.section_id = :id ORDER BY p.taken DESC, a.starts_on DESC LIMIT 1`,
    { id },
  )
}
