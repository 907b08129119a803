import type { FieldErrors } from '~/http/forms.server'
import { m } from '~/language/paraglide/messages'

type FormRefusal = 'no-such-class' | 'no-such-session' | 'already-waiting' | 'documents-gone'

/** What the office's form says about a refusal: the form's own line, and those beside fields. */
export function admissionRefusal(reason: FormRefusal): [string | null, FieldErrors?] {
  switch (reason) {
    case 'no-such-class':
      return [null, { class: [m.students_class_invalid()] }]
    case 'no-such-session':
      return [null, { academic_session: [m.students_session_invalid()] }]
    case 'already-waiting':
      return ['A pending admission has this name, date of birth and mobile number already; open that one instead']
    case 'documents-gone':
      return [m.students_document_expired()]
  }
}
