import { type ParsedForm, parseForm } from '~/http/forms.server'
import { emailChangeLink, undoLink } from '~/http/sign-in.server'
import { type Answer, answer, openedOf, openedSchema, type Speech, wrong } from '~/http/student-section.server'
import { largestUploadBytes, parseUploadForm } from '~/http/uploads.server'
import { m } from '~/language/paraglide/messages'
import { emailLinkMinutes } from '~/models/accounts/options'
import { saveOwnInformation } from '~/models/accounts/save-own-information.server'
import { ownPasswordSchema } from '~/models/accounts/schema'
import type { StudentSession } from '~/models/accounts/sessions.server'
import { signInRefusal, waitWords } from '~/models/accounts/words.server'
import { todayInIndia } from '~/models/shared/calendar'
import { ownAcademicSchema } from '~/models/students/academic-schema'
import { additionalSchema } from '~/models/students/additional-schema'
import { addressSchema } from '~/models/students/address-schema'
import { type ChangeableField, changeableFieldLabel } from '~/models/students/change-request-options'
import { documentRules, photoRule } from '~/models/students/document-rules.server'
import { accountsSharingAName, type Section } from '~/models/students/options'
import { parentSchema, secretParentFields } from '~/models/students/parent-schema'
import { saveAdditional } from '~/models/students/save-additional.server'
import { saveAddress } from '~/models/students/save-address.server'
import { saveDocuments } from '~/models/students/save-documents.server'
import { saveOwnAcademic } from '~/models/students/save-own-academic.server'
import { saveOwnParents } from '~/models/students/save-own-parents.server'
import { ownStudentSchema } from '~/models/students/schema'

type OwnAnswer = Answer & {
  /** Beside 'saved': what else happens because of it. */
  next?: string[]
}

type Save = (student: StudentSession, request: Request) => Promise<OwnAnswer>

/**
 * Reads one of the six forms of the student's own profile and saves it. Schemas and limits are the office's; what the student
 * may not set is not read.
 */
export async function saveOwnSection(student: StudentSession, section: Section, request: Request): Promise<OwnAnswer> {
  try {
    return await saves[section](student, request)
  } catch (thrown) {
    // Larger than any post may be: nothing of it was read, so the page as it is tells the sender what to do.
    if (!(thrown instanceof Response && thrown.status === 413)) throw thrown
    const count = largestUploadBytes / 1024 / 1024
    return { reply: { status: 'error', error: { '': [m.profile_too_much({ count })] } }, conflict: null }
  }
}

const saves: Record<Section, Save> = {
  student: async ({ scope, publicId }, request) => {
    const schema = ownStudentSchema({ today: todayInIndia(new Date()) })
      .and(ownPasswordSchema)
      .and(openedSchema)
    const secret = ['current_password']
    const form = await parseUploadForm(request, scope, schema, { student_photo: photoRule }, { secret })
    if (!form.ok) return wrong(form)
    const { value, files } = form
    const photo = files.student_photo
    const outcome = await saveOwnInformation(scope, publicId, value, openedOf(value), photo, {
      confirm: emailChangeLink,
      undo: undoLink,
    })
    if (outcome.ok) return { ...done, next: [...askedWords(outcome.asked), ...mailedWords(outcome.mailedTo)] }
    if (outcome.reason === 'change-waits') return refuse(form, waitingWords(outcome.fields))
    if (outcome.reason === 'password-required')
      return refuse(form, { current_password: [m.accounts_current_password_required()] })
    if (outcome.reason === 'wrong-password' || outcome.reason === 'slowed')
      return refuse(form, { current_password: [signInRefusal(outcome)] })
    if (outcome.reason === 'email-slowed')
      return refuse(form, { email: [m.profile_email_slowed({ wait: waitWords(outcome.waitSeconds) })] })
    return answer(form, outcome, toStudent)
  },
  address: async ({ scope, publicId }, request) => {
    const form = await parseForm(request, addressSchema().and(openedSchema))
    if (!form.ok) return wrong(form)
    return answer(form, await saveAddress(scope, publicId, form.value, openedOf(form.value)), toStudent)
  },
  parent: async ({ scope, publicId }, request) => {
    const form = await parseForm(request, parentSchema().and(openedSchema), { secret: secretParentFields })
    if (!form.ok) return wrong(form)
    const outcome = await saveOwnParents(scope, publicId, form.value, openedOf(form.value))
    if (outcome.ok) return { ...done, next: askedWords(outcome.asked) }
    return outcome.reason === 'change-waits'
      ? refuse(form, waitingWords(outcome.fields))
      : answer(form, outcome, toStudent)
  },
  academic: async ({ scope, publicId }, request) => {
    const form = await parseForm(request, ownAcademicSchema().and(openedSchema))
    if (!form.ok) return wrong(form)
    return answer(form, await saveOwnAcademic(scope, publicId, form.value, openedOf(form.value)), toStudent)
  },
  documents: async ({ scope, publicId }, request) => {
    const form = await parseUploadForm(request, scope, openedSchema, documentRules)
    if (!form.ok) return wrong(form)
    const changes = { files: form.files, remove: [] }
    return answer(form, await saveDocuments(scope, publicId, changes, openedOf(form.value)), toStudent)
  },
  additional: async ({ scope, publicId }, request) => {
    const form = await parseForm(request, additionalSchema().and(openedSchema))
    if (!form.ok) return wrong(form)
    return answer(form, await saveAdditional(scope, publicId, form.value, openedOf(form.value)), toStudent)
  },
}

const done: OwnAnswer = { reply: null, conflict: null }

function refuse(form: Extract<ParsedForm<unknown>, { ok: true }>, errors: Record<string, string[]>): OwnAnswer {
  return { reply: form.refuse(null, errors).data, conflict: null }
}

function waitingWords(fields: readonly ChangeableField[]): Record<string, string[]> {
  return Object.fromEntries(fields.map((field) => [field, [m.profile_change_waits()]]))
}

function askedWords(fields: readonly ChangeableField[]): string[] {
  return fields.length === 0 ? [] : [m.profile_asked({ fields: fields.map(changeableFieldLabel).join(', ') })]
}

function mailedWords(email: string | null): string[] {
  return email === null ? [] : [m.profile_mailed({ email, minutes: emailLinkMinutes })]
}

const notReadHere = () => ({})

const toStudent: Speech = {
  refusals: {
    'enrollment-number-taken': notReadHere,
    'admission-number-taken': notReadHere,
    'email-crowded': () => ({ email: [m.profile_email_crowded({ count: accountsSharingAName })] }),
    'mobile-crowded': () => ({ mobile_number: [m.profile_mobile_crowded({ count: accountsSharingAName })] }),
    'too-many-marksheets': () => ({
      marksheet: [m.students_document_too_many({ count: documentRules.marksheet.most ?? 1 })],
    }),
  },
  changed: m.profile_changed,
}
