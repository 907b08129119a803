import { newPublicId } from '~/models/core/shared/public-id.server'
import type { MadeClass, MadeSection, MadeSession } from './academics'
import { insert, insertMany, unique } from './insert'
import { readRows } from './read'
import { giveMarks, makeExamWithPapers } from './results'
import type { MadeSchool } from './school'
import type { MadeStudent } from './student'
import { makeSubject } from './teaching'

interface Place {
  id: number
  studentId: number
  sessionId: number
  classId: number
}

/** Creates one mark of 42 in a new exam, so that the enrollment cannot be deleted. */
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

export interface EnrolledStudent {
  studentId: number
  studentPublicId: string
  enrollmentId: number
  /** Public id of the enrollment. */
  publicId: string
  enrollmentNumber: string
  name: string
  rollNumber: number
}

/** Creates many students of a section at once, numbered from 1. */
export async function makeStudents(
  place: { school: { id: number }; session: MadeSession; class: MadeClass; section: MadeSection },
  count: number,
): Promise<EnrolledStudent[]> {
  const now = new Date()
  const times = { created_at: now, updated_at: now }
  const school_id = place.school.id
  const students = Array.from({ length: count }, (_, index) => ({
    publicId: newPublicId(),
    studentPublicId: newPublicId(),
    enrollmentNumber: `P-${unique()}`,
    name: `Student${index + 1} Shah`,
    rollNumber: index + 1,
  }))
  const studentRows = students.map(({ studentPublicId, enrollmentNumber, rollNumber }) => ({
    public_id: studentPublicId,
    school_id,
    enrollment_number: enrollmentNumber,
    first_name: `Student${rollNumber}`,
    last_name: 'Shah',
    gender: 'Female',
    date_of_birth: '2012-06-14',
    category: 'General',
    mobile_number: '9825000000',
    ...times,
  }))
  await insertMany('students', studentRows)
  const ids = await idsOf(
    'students',
    students.map((student) => student.studentPublicId),
  )
  const enrollments = students.map(({ publicId, studentPublicId, rollNumber }) => ({
    public_id: publicId,
    school_id,
    student_id: ids.get(studentPublicId) ?? 0,
    academic_session_id: place.session.id,
    class_id: place.class.id,
    section_id: place.section.id,
    roll_number: rollNumber,
    enrolled_on: place.session.startsOn,
    ...times,
  }))
  await insertMany('enrollments', enrollments)
  const places = await idsOf(
    'enrollments',
    students.map((student) => student.publicId),
  )
  return students.map((student) => ({
    ...student,
    studentId: ids.get(student.studentPublicId) ?? 0,
    enrollmentId: places.get(student.publicId) ?? 0,
  }))
}

async function idsOf(table: 'students' | 'enrollments', publicIds: string[]): Promise<Map<string, number>> {
  const rows = await readRows<{ id: number; publicId: string }>(
    `SELECT id, public_id AS publicId FROM ${table} WHERE public_id IN (:publicIds)`,
    { publicIds },
  )
  return new Map(rows.map((row) => [row.publicId, row.id]))
}

/** Public ids in the URLs of the exam pages. */
export interface ExamThings {
  /** Exam of the student's class, with marks in its first paper. */
  exam: string
  paper: string
  /** Paper without marks. */
  sparePaper: string
  publishedExam: string
  /** Exam without papers. */
  spareExam: string
}

export async function makeExamThings(
  student: MadeStudent,
  place: { enrollment: { id: number }; session: MadeSession; class: MadeClass },
): Promise<ExamThings> {
  const school = { id: student.schoolId }
  const { startsOn } = place.session
  const of = { session: place.session, class: place.class, startsOn, endsOn: startsOn }
  const exam = await makeExamWithPapers(school, { ...of, papers: [{ maxMarks: 50 }, { maxMarks: 50 }] })
  await giveMarks(exam, student, place.enrollment, [42])
  const published = await makeExamWithPapers(school, { ...of, papers: [{ maxMarks: 100 }], published: true })
  await giveMarks(published, student, place.enrollment, [81])
  const spare = await makeExamWithPapers(school, { ...of, papers: [] })
  return {
    exam: exam.publicId,
    paper: exam.papers[0]?.publicId ?? '',
    sparePaper: exam.papers[1]?.publicId ?? '',
    publishedExam: published.publicId,
    spareExam: spare.publicId,
  }
}
