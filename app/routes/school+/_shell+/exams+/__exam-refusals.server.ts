import type { FieldErrors } from '~/http/forms.server'
import { classesWithExam } from '~/models/exams/create-exams.server'
import type { SchoolScope } from '~/models/shared/scope.server'

/** Says beside the name which of the classes have an exam of this name already. */
export async function nameTaken(scope: SchoolScope, of: Parameters<typeof classesWithExam>[1]): Promise<FieldErrors> {
  const classes = await classesWithExam(scope, of)
  // Gone since the refusal: the next try may work.
  const who = classes.length === 0 ? 'One of the classes' : classes.join(', ')
  return { name: [`${who} ${classes.length > 1 ? 'have' : 'has'} an exam of this name in the session already`] }
}
