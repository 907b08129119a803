import { execute } from '~/database/database.server'
import type { Language } from '~/language/language'
import type { StudentScope } from '~/models/core/shared/scope.server'

/** Sets the language of the student's mails and receipts. */
export async function chooseStudentLanguage(scope: StudentScope, language: Language): Promise<void> {
  await execute('UPDATE students SET language = :language WHERE school_id = :schoolId AND id = :studentId', {
    language,
    schoolId: scope.schoolId,
    studentId: scope.studentId,
  })
}
