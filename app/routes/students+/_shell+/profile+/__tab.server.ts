import { paths } from '~/http/paths'
import { foundOr404 } from '~/http/route.server'
import { emailChangeLink, undoLink } from '~/http/sign-in.server'
import { openSection, postSection } from '~/http/student-section.server'
import { viewOf } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import { findEmailChange } from '~/models/people/accounts/email-change.server'
import { emailLinkMinutes } from '~/models/people/accounts/options'
import { saveOwnInformation } from '~/models/people/accounts/save-own-information.server'
import type { StudentSession } from '~/models/people/accounts/sign-in/sessions.server'
import { signInRefusal, waitWords } from '~/models/people/accounts/sign-in/words.server'
import { type ChangeableField, changeableFields } from '~/models/people/students/change-requests/change-request-options'
import { listOwnChangeRequests } from '~/models/people/students/change-requests/change-requests.server'
import { saveSection } from '~/models/people/students/describe/save-section.server'
import {
  fieldLabel,
  formValues,
  officeFields,
  ownForms,
  ownSchemas,
  type SectionValues,
  sealedHints,
  sectionForms,
  shownFact,
} from '~/models/people/students/describe/sections.server'
import { documentRules } from '~/models/people/students/documents.server'
import { findSections } from '~/models/people/students/find-sections.server'
import { accountsSharingAName, type Section } from '~/models/people/students/options'
import { saveDocuments } from '~/models/people/students/save-documents.server'

export async function loadTab({ scope, publicId, photoKey }: StudentSession, tab: Section) {
  const hasRequests = tab === 'student' || tab === 'parent'
  const [{ student, enrollments, ...opened }, requests, newEmail] = await Promise.all([
    openSection(scope, publicId, tab),
    hasRequests ? listOwnChangeRequests(scope) : [],
    tab === 'student' ? findEmailChange(scope) : null,
  ])
  const form = tab === 'documents' ? null : ownForms[tab]
  const tabRequests = requests.filter(({ field }) => form && field in form.fields)
  const waiting = tabRequests.filter(({ isPending }) => isPending)
  const enrollment = enrollments.find((one) => one.isCurrent) ?? enrollments[0]
  return {
    tab,
    version: student.version,
    /** Changes whenever something of this tab is saved. */
    edition: [student.version, newEmail, ...waiting.map(({ publicId: id }) => id)].join(' '),
    form: form && viewOf(form),
    values: { ...formValues(student.values), ...(newEmail === null ? {} : { email: newEmail }) },
    hints: hintsOf(tab, student.values, newEmail),
    officeFacts: officeFactsOf(tab, student.values, enrollment),
    ...opened,
    smallPhotoHref: photoKey && paths.file(photoKey),
    /** Fields that only the office changes, each with its waiting request. */
    decided: changeableFields
      .filter((field) => form && field in form.fields)
      .map((field) => ({ field, waiting: waiting.find((one) => one.field === field) ?? null })),
    requests: tabRequests,
  }
}

/** Hints of form fields that depend on stored values. */
function hintsOf(tab: Section, values: SectionValues, newEmail: string | null): Record<string, string> {
  if (tab === 'student') return { mobile_number: m.profile_mobile_hint(), email: emailHint(values.email, newEmail) }
  return tab === 'parent' ? sealedHints(values) : {}
}

function emailHint(email: string | null | undefined, newEmail: string | null): string {
  if (newEmail === null) return m.profile_email_hint()
  if (!email) return m.profile_email_first({ email: newEmail })
  return m.profile_email_waiting({ email: newEmail, current: email })
}

type Enrollment = { className: string; sectionName: string; rollNumber: number | null }

/** Facts beside the form, since only the office changes them: enrollment, admission, numbers. */
function officeFactsOf(tab: Section, values: SectionValues, enrollment: Enrollment | undefined) {
  if (tab !== 'student' && tab !== 'academic') return null
  const names = Object.keys(sectionForms[tab].fields).filter((name) => officeFields.has(name))
  const facts = names.map((name) => ({ label: fieldLabel(name), value: shownFact(name, values) }))
  if (tab === 'student') return { isEnrolled: true, items: facts }
  const seat = [
    { label: m.students_class(), value: enrollment?.className ?? null },
    { label: m.students_section(), value: enrollment?.sectionName ?? null },
    { label: m.students_roll_number(), value: enrollment?.rollNumber ?? null },
  ]
  return { isEnrolled: enrollment !== undefined, items: [...seat, ...facts] }
}

/**
 * Reads one of the six forms of the student's own profile and saves it; ignores fields that the student may not set.
 */
export async function saveTab({ scope, publicId }: StudentSession, section: Section, request: Request) {
  const student = foundOr404(await findSections(scope, publicId))
  return postSection(request, {
    scope,
    student,
    section,
    forms: ownForms,
    schemas: ownSchemas,
    changed: m.profile_changed(),
    save: async ({ values, version, files, posted }) => {
      if (section === 'documents') {
        if (Object.values(files).every((received) => received.length === 0))
          return { ok: false, reason: 'no-file' } as const
        const outcome = await saveDocuments(scope, publicId, { files, remove: [] }, version)
        return outcome.ok ? saved([]) : outcome
      }
      if (section !== 'student') {
        const outcome = await saveSection(scope, publicId, section, values, version)
        return outcome.ok ? saved(askedWords(outcome.value)) : outcome
      }
      const { note, ...own } = values
      const password = String(posted.get('current_password') ?? '') || null
      const input = { values: own, note: typeof note === 'string' ? note : null, password }
      const links = { confirm: emailChangeLink, undo: undoLink }
      const outcome = await saveOwnInformation(scope, publicId, input, version, files.student_photo ?? [], links)
      return outcome.ok ? saved([...askedWords(outcome.asked), ...mailedWords(outcome.mailedTo)]) : outcome
    },
    refusals: (not): Record<string, string[]> => {
      const count = accountsSharingAName
      if (not.reason === 'change-waits')
        return Object.fromEntries(not.fields.map((field) => [field, [m.profile_change_waits()]]))
      if (not.reason === 'password-required') return { current_password: [m.accounts_current_password_required()] }
      if (not.reason === 'wrong-password' || not.reason === 'slowed') return { current_password: [signInRefusal(not)] }
      if (not.reason === 'email-slowed' || not.reason === 'mobile-slowed') {
        const field = not.reason === 'email-slowed' ? 'email' : 'mobile_number'
        return { [field]: [m.profile_email_slowed({ wait: waitWords(not.waitSeconds) })] }
      }
      if (not.reason === 'email-crowded') return { email: [m.profile_email_crowded({ count })] }
      if (not.reason === 'mobile-crowded') return { mobile_number: [m.profile_mobile_crowded({ count })] }
      if (not.reason === 'no-file') return { '': [m.profile_choose_file()] }
      if (not.reason !== 'too-many-marksheets') return {}
      return { marksheet: [m.students_document_too_many({ count: documentRules.marksheet.max ?? 1 })] }
    },
  })
}

const saved = (next: string[]) => ({ ok: true as const, next })

function askedWords(fields: readonly ChangeableField[]): string[] {
  return fields.length === 0 ? [] : [m.profile_asked({ fields: fields.map(fieldLabel).join(', ') })]
}

function mailedWords(email: string | null): string[] {
  return email === null ? [] : [m.profile_mailed({ email, minutes: emailLinkMinutes })]
}
