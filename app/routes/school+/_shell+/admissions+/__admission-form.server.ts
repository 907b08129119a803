import type { FieldErrors } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { classChoices, sessionChoices } from '~/models/academics/queries.server'
import { admissionForm } from '~/models/admissions/admission-fields.server'
import { admissionKinds } from '~/models/admissions/admission-options'
import { choicesOf, viewOf } from '~/models/shared/fields'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lastFourSince } from '~/models/students/aadhaar.server'
import { documentFields } from '~/models/students/documents.server'

/** Data of the admission form, for new and existing admissions. */
export async function openAdmissionForm(scope: SchoolScope) {
  const [sessions, classes, since] = await Promise.all([
    sessionChoices(scope),
    classChoices(scope),
    lastFourSince(scope),
  ])
  return {
    form: viewOf(admissionForm),
    files: documentFields(admissionKinds, since !== null),
    known: { class: { options: choicesOf(classes) }, academic_session: { options: choicesOf(sessions) } },
    session: sessions.find((session) => session.isCurrent)?.publicId ?? '',
  }
}

/** Error messages of the admission form: a general line, and messages beside fields. */
export const admissionRefusals: Record<string, () => [string | null, FieldErrors?]> = {
  'no-such-class': () => [null, { class: [m.students_class_invalid()] }],
  'no-such-session': () => [null, { academic_session: [m.students_session_invalid()] }],
  'already-waiting': () => [
    'A pending admission has this name, date of birth and mobile number already; open that one instead',
  ],
  'documents-gone': () => [m.students_document_expired()],
}

export const admissionRefusal = (reason: string) => admissionRefusals[reason]?.() ?? [null]
