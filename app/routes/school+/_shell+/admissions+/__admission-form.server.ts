import type { FieldErrors } from '~/http/route.server'
import { choicesOf, viewOf } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { admissionForm } from '~/models/entry/admissions/applicants/admission-fields.server'
import { admissionKinds } from '~/models/entry/admissions/applicants/admission-options'
import { classChoices, sessionChoices } from '~/models/people/academics/queries.server'
import { lastFourSince } from '~/models/people/students/aadhaar.server'
import { documentFields } from '~/models/people/students/documents.server'

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
    'A pending admission already has this name, date of birth and mobile number; open that one instead',
  ],
  'documents-gone': () => [m.students_document_expired()],
}

export const admissionRefusal = (reason: string) => admissionRefusals[reason]?.() ?? [null]
