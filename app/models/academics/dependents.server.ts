import { selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { Dependents } from './rules'

type Kind = 'session' | 'class' | 'section' | 'subject' | 'teacher'

/** What may hang on a thing, by table: who counts, and the column that names the thing. */
const columns: Record<Kind, Partial<Record<keyof Dependents, string>>> = {
  session: {
    students: 'academic_session_id',
    fees: 'academic_session_id',
    exams: 'academic_session_id',
    lessons: 'academic_session_id',
    days: 'academic_session_id',
  },
  class: {
    students: 'class_id',
    sections: 'class_id',
    fees: 'class_id',
    exams: 'class_id',
    notices: 'class_id',
    events: 'class_id',
  },
  section: {
    students: 'section_id',
    days: 'section_id',
    lessons: 'section_id',
    notices: 'section_id',
    events: 'section_id',
  },
  subject: { classes: 'subject_id', papers: 'subject_id', lessons: 'subject_id' },
  teacher: { sections: 'class_teacher_id', lessons: 'teacher_id', days: 'teacher_id' },
}

const tables: Record<keyof Dependents, string> = {
  students: 'enrollments',
  sections: 'sections',
  fees: 'fees',
  exams: 'exams',
  classes: 'class_subjects',
  papers: 'exam_papers',
  lessons: 'timetable_entries',
  days: 'attendance_sheets',
  notices: 'notices',
  events: 'events',
}

/** Counts what stands in the way of deleting; the foreign keys decide, this finds the words. */
export async function findDependents(scope: SchoolScope, of: { kind: Kind; id: number }): Promise<Dependents> {
  const counts = Object.entries(columns[of.kind]).map(([name, column]) => {
    const counted = name === 'students' ? 'DISTINCT student_id' : '*'
    const table = tables[name as keyof Dependents]
    return `(SELECT COUNT(${counted}) FROM ${table} WHERE school_id = :schoolId AND ${column} = :id) AS ${name}`
  })
  const row = await selectOne<Dependents>(`SELECT ${counts.join(', ')}`, { schoolId: scope.schoolId, id: of.id })
  return row ?? {}
}
