import { select } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { OtherPaper } from './paper-rules'

export interface PaperRecord {
  id: number
  publicId: string
  subjectId: number
  subjectPublicId: string
  subjectName: string
  /** YYYY-MM-DD */
  heldOn: string
  /** HH:MM */
  startTime: string | null
  endTime: string | null
  maxMarks: number
  passMarks: number | null
  roomNo: string | null
}

/** The papers of an exam in the order they are held. */
export function papersOfExam(scope: SchoolScope, examId: number): Promise<PaperRecord[]> {
  return select<PaperRecord>(
    `SELECT p.id, p.public_id AS publicId, j.id AS subjectId, j.public_id AS subjectPublicId, j.name AS subjectName,
       p.held_on AS heldOn, TIME_FORMAT(p.start_time, '%H:%i') AS startTime, TIME_FORMAT(p.end_time, '%H:%i') AS endTime,
       CAST(p.max_marks AS DOUBLE) AS maxMarks, CAST(p.pass_marks AS DOUBLE) AS passMarks, p.room_no AS roomNo
     FROM exam_papers p JOIN subjects j ON j.school_id = p.school_id AND j.id = p.subject_id
     WHERE p.school_id = :schoolId AND p.exam_id = :examId ORDER BY p.held_on, p.start_time, j.name, p.id`,
    { schoolId: scope.schoolId, examId },
  )
}

/** The subjects of the exam's class that have no paper in it yet. */
export function subjectsWithoutPaper(
  scope: SchoolScope,
  exam: { id: number; classId: number },
): Promise<Array<{ publicId: string; name: string }>> {
  return select(
    `SELECT j.public_id AS publicId, j.name FROM class_subjects l JOIN subjects j ON j.id = l.subject_id
     WHERE l.school_id = :schoolId AND l.class_id = :classId
       AND NOT EXISTS (SELECT 1 FROM exam_papers p WHERE p.exam_id = :id AND p.subject_id = j.id)
     ORDER BY j.name, j.id`,
    { schoolId: scope.schoolId, ...exam },
  )
}

/**
 * A step: every paper of the class in the session, of whatever exam, so that no two are at one time. The class's row is locked: two
 * clerks who schedule at once come one after the other.
 */
export async function lockClassPapers(
  scope: SchoolScope,
  exam: { classId: number; sessionId: number },
): Promise<OtherPaper[]> {
  const values = { schoolId: scope.schoolId, classId: exam.classId, sessionId: exam.sessionId }
  await select('SELECT id FROM classes WHERE school_id = :schoolId AND id = :classId FOR UPDATE', values)
  return select<OtherPaper>(
    `SELECT p.public_id AS publicId, j.name AS subjectName, x.name AS examName, p.held_on AS heldOn,
       TIME_FORMAT(p.start_time, '%H:%i') AS startTime, TIME_FORMAT(p.end_time, '%H:%i') AS endTime
     FROM exams x JOIN exam_papers p ON p.school_id = x.school_id AND p.exam_id = x.id
     JOIN subjects j ON j.id = p.subject_id
     WHERE x.school_id = :schoolId AND x.class_id = :classId AND x.academic_session_id = :sessionId
     ORDER BY p.held_on, p.start_time, p.id`,
    values,
  )
}
