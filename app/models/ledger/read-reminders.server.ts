import type { SchoolScope } from '~/models/shared/scope.server'
import { type Defaulter, listOverdueDues } from './defaulters.server'
import type { ReminderView } from './reminder-view'

/** What the letters to these families say. */
export async function readReminders(
  scope: SchoolScope,
  students: readonly Defaulter[],
  session: string,
  today: string,
): Promise<ReminderView[]> {
  const dues = await listOverdueDues(scope, { publicIds: students.map((one) => one.publicId), session }, today)
  return students.map((student) => ({
    language: student.language,
    studentName: `${student.firstName} ${student.lastName}`,
    fatherName: student.fatherName,
    enrollmentNumber: student.enrollmentNumber,
    className: student.className,
    sectionName: student.sectionName,
    dues: dues.filter((due) => due.studentPublicId === student.publicId),
  }))
}
