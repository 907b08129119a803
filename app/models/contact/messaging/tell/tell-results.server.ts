import { inTransaction, number, selectRow, selectRows, text } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { notifyFamily } from './tell-family.server'

const studentsAtOnce = 100

/**
 * Notifies the families of all students with marks in an exam that its results are published, in several transactions;
 * stops when the results are withdrawn. A repeated run sends nothing twice.
 */
export async function notifyResults(scope: SchoolScope, examId: number): Promise<void> {
  const { schoolId } = scope
  for (let after = 0; ; ) {
    const from = after
    const students = await inTransaction(async () => {
      const exam = await selectRow(
        { name: text('x.name') },
        'FROM exams x WHERE x.school_id = :schoolId AND x.id = :examId AND x.published_at IS NOT NULL',
        { schoolId, examId },
      )
      if (!exam) return []
      const rows = await selectRows(
        { studentId: number('r.student_id') },
        `FROM exam_marks k JOIN exam_papers p ON p.id = k.paper_id JOIN enrollments r ON r.school_id = k.school_id AND r.id = k.enrollment_id
         WHERE k.school_id = :schoolId AND p.exam_id = :examId AND r.student_id > :from
         GROUP BY r.student_id ORDER BY r.student_id LIMIT ${studentsAtOnce}`,
        { schoolId, examId, from },
      )
      for (const { studentId } of rows) {
        const onceKey = `results:${examId}:${studentId}`
        await notifyFamily(scope, { event: 'results', studentId, values: { exam: exam.name }, onceKey })
      }
      return rows
    })
    const last = students.at(-1)
    if (!last) return
    after = last.studentId
  }
}
