import { flag, number, numbersOf, type RowOf, selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { Enrollment } from '~/models/people/academics/tables.server'

/** Section of a class; its id is 0 when the class has no section. */
const section = {
  ...numbersOf('t', 'id', 'capacity'),
  publicId: text("COALESCE(t.public_id, '')"),
  name: text("COALESCE(t.name, '')"),
  ...numbersOf('p', 'taken'),
}

export interface ClassWithSections {
  id: number
  publicId: string
  name: string
  sections: Array<RowOf<typeof section>>
}

export type PromotionClasses = NonNullable<Awaited<ReturnType<typeof findPromotionClasses>>>

/**
 * Finds the class to promote and the next one, with the seats of their sections in the target session. The next class
 * is the chosen one (a stream: class 10 goes into "11 Science" or "11 Commerce"), by default the first with a higher
 * position, or null after the last. Returns null when a class is not the school's.
 */
export async function findPromotionClasses(
  scope: SchoolScope,
  choice: { class: string; next: string },
  toSessionId: number,
) {
  const rows = await selectRows(
    { classId: number('c.id'), classPublicId: text('c.public_id'), className: text('c.name'), ...section },
    `FROM classes own
     JOIN classes c ON c.school_id = own.school_id AND (c.id = own.id OR c.id = (
       SELECT n.id FROM classes n WHERE n.school_id = own.school_id
         AND IF(:next = '', n.position > own.position, n.public_id = :next AND n.id <> own.id)
       ORDER BY n.position, n.name, n.id LIMIT 1))
     LEFT JOIN sections t ON t.school_id = c.school_id AND t.class_id = c.id
     LEFT JOIN section_seats p ON p.section_id = t.id AND p.academic_session_id = :toSessionId
     WHERE own.school_id = :schoolId AND own.public_id = :class
     ORDER BY c.position, t.name, t.id`,
    { schoolId: scope.schoolId, ...choice, toSessionId },
  )
  const classes = new Map<number, ClassWithSections>()
  for (const { classId: id, classPublicId: publicId, className: name, ...section } of rows) {
    const one = classes.get(id) ?? { id, publicId, name, sections: [] }
    if (section.id !== 0) one.sections.push(section)
    classes.set(id, one)
  }
  const currentClass = [...classes.values()].find((one) => one.publicId === choice.class)
  const next = [...classes.values()].find((one) => one !== currentClass) ?? null
  if (!currentClass || (choice.next !== '' && !next)) return null
  return { own: currentClass, next }
}

const promoted = {
  ...columnsOf(Enrollment, 'e', 'studentId', 'rollNumber'),
  enrollmentId: number('e.id'),
  enrollmentPublicId: text('e.public_id'),
  firstName: text('s.first_name'),
  lastName: text('s.last_name'),
  sectionName: text('t.name'),
  rte: flag('s.rte'),
  isActive: flag("s.status = 'active'"),
  /** Class section of an existing enrollment in the target session: `Class 7 – A`; null if none. */
  placeBySession: textOrNull("CONCAT(nc.name, ' – ', nt.name)"),
}

export type PromotionStudent = Awaited<ReturnType<typeof listPromotionStudents>>[number]

/**
 * Lists the students of the class in a session, by section and roll number, with their existing enrollment in the
 * target session.
 */
export function listPromotionStudents(
  scope: SchoolScope,
  studentFilter: { fromSessionId: number; toSessionId: number; classId: number; section: string },
) {
  return selectRows(
    promoted,
    `FROM enrollments e
     JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
     JOIN sections t ON t.id = e.section_id
     LEFT JOIN enrollments n ON n.student_id = e.student_id AND n.academic_session_id = :toSessionId
     LEFT JOIN classes nc ON nc.id = n.class_id
     LEFT JOIN sections nt ON nt.id = n.section_id
     WHERE e.school_id = :schoolId AND e.academic_session_id = :fromSessionId AND e.class_id = :classId
       AND e.status = 'studying' AND s.status <> 'left' AND (:section = '' OR t.public_id = :section)
     ORDER BY t.name, e.roll_number IS NULL, e.roll_number, s.last_name, s.first_name, s.id`,
    { schoolId: scope.schoolId, ...studentFilter },
  )
}
