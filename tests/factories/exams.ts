import { newPublicId } from '~/models/shared/public-id.server'
import { insert, unique } from './insert'
import type { MadeSchool } from './school'
import { makeSubject } from './teaching'

interface Place {
  id: number
  studentId: number
  sessionId: number
  classId: number
}

/** One mark of 42 in an exam of its own, so that the enrollment is needed by something. */
export async function makeMark(school: MadeSchool, place: Place): Promise<void> {
  const now = new Date()
  const times = { created_at: now, updated_at: now }
  const exam = await insert('exams', {
    public_id: newPublicId(),
    school_id: school.id,
    academic_session_id: place.sessionId,
    class_id: place.classId,
    name: `Unit test ${unique()}`,
    type: 'unit_test',
    starts_on: '2026-07-01',
    ends_on: '2026-07-04',
    ...times,
  })
  const subject = await makeSubject(school)
  const paper = await insert('exam_papers', {
    public_id: newPublicId(),
    school_id: school.id,
    exam_id: exam,
    subject_id: subject.id,
    held_on: '2026-07-01',
    max_marks: 50,
    ...times,
  })
  await insert('exam_marks', {
    school_id: school.id,
    paper_id: paper,
    student_id: place.studentId,
    enrollment_id: place.id,
    marks: 42,
    ...times,
  })
}

/** One day of attendance. */
export async function makeAttendance(school: MadeSchool, place: Place): Promise<void> {
  const now = new Date()
  await insert('attendance', {
    school_id: school.id,
    student_id: place.studentId,
    enrollment_id: place.id,
    held_on: '2026-07-01',
    status: 'present',
    created_at: now,
    updated_at: now,
  })
}
