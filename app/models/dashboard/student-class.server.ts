import { selectOne } from '~/database/database.server'
import type { SaturdaysOff } from '~/models/attendance/holiday-fields'
import { rankedSumsSql } from '~/models/exams/ranked-sums'
import type { StudentScope } from '~/models/shared/scope.server'

/**
 * Percentages of exams are kept as tenths of a percent, so that equal means are equal; the arithmetic is that of exams/rules
 * (`totalMarks`, `percentOf`, `meanPercent`, `ranksOf`), which a test holds beside it. Ranked is whoever waits for no marks in any
 * published exam of the class.
 */
const ranking = `
  published AS (
    SELECT x.id, x.class_id
    FROM me
    JOIN exams x ON x.school_id = :schoolId AND x.academic_session_id = me.sessionId AND x.class_id = me.classId
      AND x.published_at IS NOT NULL
    WHERE EXISTS (SELECT 1 FROM exam_papers p WHERE p.exam_id = x.id)),
  results AS (
    SELECT s.enrollmentId, FLOOR(s.marks * 1000 / NULLIF(s.maxMarks, 0) + 0.5) AS tenths
    FROM (${rankedSumsSql('published x')}) s),
  ranks AS (
    SELECT enrollmentId, COUNT(*) OVER () AS ranked,
      RANK() OVER (ORDER BY FLOOR(SUM(tenths) / COUNT(tenths) + 0.5) DESC) AS place
    FROM results JOIN (SELECT COUNT(*) AS exams FROM published) n
    GROUP BY enrollmentId, n.exams
    HAVING COUNT(tenths) > 0 AND COUNT(*) = n.exams)`

interface PlaceToday {
  sessionName: string | null
  className: string | null
  sectionName: string | null
  rollNumber: number | null
  /** Of the class; of the section's timetable where the class has none set; null where nothing is known. */
  subjects: number | null
  /** Among all sections of the class by the mean of published exams; null without results, or where the school does not show it. */
  rank: number | null
  /** How many have a rank. */
  ranked: number | null
  /** Name of the holiday that today is. */
  holiday: string | null
  saturdaysOff: SaturdaysOff
}

/** Class, section, rank and subjects of the student now, and what the school's calendar says of today. */
export async function findStudentClass(scope: StudentScope, today: string): Promise<PlaceToday> {
  const place = await selectOne<PlaceToday>(
    `WITH me AS (
       SELECT e.id, e.academic_session_id AS sessionId, e.class_id AS classId
       FROM enrollments e
       JOIN academic_sessions a ON a.id = e.academic_session_id AND a.is_current = 1
       LEFT JOIN school_settings k ON k.school_id = e.school_id
       WHERE e.school_id = :schoolId AND e.student_id = :studentId AND e.status = 'studying' AND COALESCE(k.rank_shown, 1) = 1),
     ${ranking}
     SELECT a.name AS sessionName, c.name AS className, s.name AS sectionName, e.roll_number AS rollNumber,
       COALESCE(
         NULLIF((SELECT COUNT(*) FROM class_subjects cs WHERE cs.class_id = e.class_id), 0),
         NULLIF((SELECT COUNT(DISTINCT t.subject_id) FROM timetable_entries t WHERE t.school_id = :schoolId
           AND t.academic_session_id = a.id AND t.section_id = e.section_id), 0)) AS subjects,
       r.place AS \`rank\`, r.ranked,
       (SELECT h.name FROM holidays h WHERE h.school_id = :schoolId AND :today BETWEEN h.starts_on AND h.ends_on
         ORDER BY h.starts_on DESC LIMIT 1) AS holiday,
       COALESCE(k.saturdays_off, 'none') AS saturdaysOff
     FROM schools sc
     LEFT JOIN school_settings k ON k.school_id = sc.id
     LEFT JOIN academic_sessions a ON a.school_id = sc.id AND a.is_current = 1
     LEFT JOIN enrollments e ON e.academic_session_id = a.id AND e.student_id = :studentId AND e.status = 'studying'
     LEFT JOIN classes c ON c.id = e.class_id
     LEFT JOIN sections s ON s.id = e.section_id
     LEFT JOIN ranks r ON r.enrollmentId = e.id
     WHERE sc.id = :schoolId`,
    { schoolId: scope.schoolId, studentId: scope.studentId, today },
  )
  if (!place) throw new Error('The school of a signed-in student is gone')
  return place
}
