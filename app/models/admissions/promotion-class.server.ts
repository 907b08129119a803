import { select } from '~/database/database.server'
import type { Joined } from '~/database/rows'
import type { SchoolScope } from '~/models/shared/scope.server'

export interface ClassWithSections {
  id: number
  publicId: string
  name: string
  sections: Array<{ id: number; publicId: string; name: string; capacity: number; taken: number }>
}

/** The class that is promoted and the one after it, with the seats of their sections in the session it goes to. */
export interface PromotionClasses {
  own: ClassWithSections
  /** Null: it is the school's last class. */
  next: ClassWithSections | null
}

/**
 * Reads both classes; null when either is not the school's. What comes next is the class told (a stream: class 10 goes into
 * "11 Science" and, another time, into "11 Commerce"), else the first with a higher position.
 */
export async function findPromotionClasses(
  scope: SchoolScope,
  chosen: { class: string; next: string },
  toSessionId: number,
): Promise<PromotionClasses | null> {
  const rows = await select<
    {
      classId: number
      classPublicId: string
      className: string
      taken: number
    } & Joined<{ id: number; publicId: string; name: string; capacity: number }>
  >(
    `SELECT c.id AS classId, c.public_id AS classPublicId, c.name AS className, t.id, t.public_id AS publicId, t.name, t.capacity,
       CAST(COALESCE(p.taken, 0) AS SIGNED) AS taken
     FROM classes own
     JOIN classes c ON c.school_id = own.school_id AND (c.id = own.id OR c.id = (
       SELECT n.id FROM classes n WHERE n.school_id = own.school_id
         AND IF(:next = '', n.position > own.position, n.public_id = :next AND n.id <> own.id)
       ORDER BY n.position, n.name, n.id LIMIT 1))
     LEFT JOIN sections t ON t.school_id = c.school_id AND t.class_id = c.id
     LEFT JOIN section_seats p ON p.section_id = t.id AND p.academic_session_id = :toSessionId
     WHERE own.school_id = :schoolId AND own.public_id = :class
     ORDER BY c.position, t.name, t.id`,
    { schoolId: scope.schoolId, ...chosen, toSessionId },
  )
  const classes = new Map<number, ClassWithSections>()
  for (const row of rows) {
    const known = classes.get(row.classId)
    const one = known ?? { id: row.classId, publicId: row.classPublicId, name: row.className, sections: [] }
    const { classId: _id, classPublicId: _publicId, className: _name, ...section } = row
    if (section.id !== null) one.sections.push(section)
    classes.set(row.classId, one)
  }
  const own = [...classes.values()].find((one) => one.publicId === chosen.class)
  const next = [...classes.values()].find((one) => one !== own) ?? null
  if (!own || (chosen.next !== '' && !next)) return null
  return { own, next }
}

export interface PromotionStudent {
  studentId: number
  studentPublicId: string
  enrollmentId: number
  enrollmentPublicId: string
  firstName: string
  lastName: string
  sectionName: string
  rollNumber: number | null
  /** 1 or 0 */
  rte: number
  status: 'active' | 'inactive'
  version: number
  /** Where the student sits in the session gone to already: `Class 7 – A`; null when nowhere yet. */
  placeBySession: string | null
}

/** Who studies in the class in a session, by section and roll number, with the place each has in the next session already. */
export function listPromotionStudents(
  scope: SchoolScope,
  of: { fromSessionId: number; toSessionId: number; classId: number; section: string },
): Promise<PromotionStudent[]> {
  return select<PromotionStudent>(
    `SELECT s.id AS studentId, s.public_id AS studentPublicId, e.id AS enrollmentId, e.public_id AS enrollmentPublicId,
       s.first_name AS firstName, s.last_name AS lastName, t.name AS sectionName, e.roll_number AS rollNumber, s.rte, s.status,
       s.version, CONCAT(nc.name, ' – ', nt.name) AS placeBySession
     FROM enrollments e
     JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
     JOIN sections t ON t.id = e.section_id
     LEFT JOIN enrollments n ON n.student_id = e.student_id AND n.academic_session_id = :toSessionId
     LEFT JOIN classes nc ON nc.id = n.class_id
     LEFT JOIN sections nt ON nt.id = n.section_id
     WHERE e.school_id = :schoolId AND e.academic_session_id = :fromSessionId AND e.class_id = :classId
       AND e.status = 'studying' AND s.status <> 'left' AND (:section = '' OR t.public_id = :section)
     ORDER BY t.name, e.roll_number IS NULL, e.roll_number, s.last_name, s.first_name, s.id`,
    { schoolId: scope.schoolId, ...of },
  )
}

/** What one student of each of these classes owes once enrolled: the fees assigned to it in the session. */
export async function feesOfClasses(scope: SchoolScope, sessionId: number, classIds: readonly number[]) {
  const rows = await select<{ classId: number; dues: number; paise: number }>(
    `SELECT f.class_id AS classId, COUNT(*) AS dues, CAST(SUM(i.amount_paise) AS SIGNED) AS paise
     FROM fees f JOIN fee_instalments i ON i.fee_id = f.id
     WHERE f.school_id = :schoolId AND f.academic_session_id = :sessionId AND f.class_id IN (:classIds)
       AND f.assigned_at IS NOT NULL GROUP BY f.class_id`,
    { schoolId: scope.schoolId, sessionId, classIds: [...classIds, 0] },
  )
  return new Map(rows.map((row) => [row.classId, { dues: row.dues, paise: Number(row.paise) }]))
}
