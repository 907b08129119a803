import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { updateStudent } from '~/models/admissions/update-student.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { academicSchema } from '~/models/students/academic-schema'
import { additionalSchema } from '~/models/students/additional-schema'
import { addressSchema } from '~/models/students/address-schema'
import { documentRules, photoRule } from '~/models/students/document-rules.server'
import type { Opened, SaveOutcome } from '~/models/students/opened-section.server'
import { accountsSharingAName, type Section } from '~/models/students/options'
import { parentSchema, secretParentFields } from '~/models/students/parent-schema'
import { saveAcademic } from '~/models/students/save-academic.server'
import { saveAdditional } from '~/models/students/save-additional.server'
import { saveAddress } from '~/models/students/save-address.server'
import { saveDocuments } from '~/models/students/save-documents.server'
import { saveParents } from '~/models/students/save-parents.server'
import { studentSchema } from '~/models/students/schema'
import { type ChangedWords, changedWords } from './changed-words.server'
import { type FormResult, type ParsedForm, parseForm } from './forms.server'
import { parseUploadForm } from './uploads.server'

type Result = FormResult

export interface Answer {
  /** What is wrong, with all that was typed; null once the section is saved. */
  reply: Result | null
  conflict: ChangedWords | null
}

type Student = { id: number; publicId: string }
type Save = (scope: SchoolScope, student: Student, request: Request) => Promise<Answer>

/** With which version a form was opened, beside its fields. */
export const openedSchema = z.object({ version: z.string().optional(), seen_version: z.string().optional() })

/** Reads a section's form of the office and saves it; `PATCH student info` and `PATCH student address` are these posts. */
export function saveStudentSection(
  scope: SchoolScope,
  student: Student,
  section: Section,
  request: Request,
): Promise<Answer> {
  return saves[section](scope, student, request)
}

const saves: Record<Section, Save> = {
  student: async (scope, student, request) => {
    const schema = studentSchema({ today: todayInIndia(new Date()) }).and(openedSchema)
    const rules = { student_photo: photoRule }
    const form = await parseUploadForm(request, scope, schema, rules, { studentId: student.id })
    if (!form.ok) return wrong(form)
    const { value, files } = form
    return answer(form, await updateStudent(scope, student.publicId, value, openedOf(value), files.student_photo))
  },
  address: async (scope, { publicId }, request) => {
    const form = await parseForm(request, addressSchema().and(openedSchema))
    if (!form.ok) return wrong(form)
    return answer(form, await saveAddress(scope, publicId, form.value, openedOf(form.value)))
  },
  parent: async (scope, { publicId }, request) => {
    const form = await parseForm(request, parentSchema().and(openedSchema), { secret: secretParentFields })
    if (!form.ok) return wrong(form)
    return answer(form, await saveParents(scope, publicId, form.value, openedOf(form.value)))
  },
  academic: async (scope, { publicId }, request) => {
    const form = await parseForm(request, academicSchema().and(openedSchema))
    if (!form.ok) return wrong(form)
    return answer(form, await saveAcademic(scope, publicId, form.value, openedOf(form.value)))
  },
  documents: async (scope, student, request) => {
    const schema = openedSchema.extend({ remove: z.array(z.string()).default([]) })
    const form = await parseUploadForm(request, scope, schema, documentRules, { studentId: student.id })
    if (!form.ok) return wrong(form)
    const changes = { files: form.files, remove: form.value.remove }
    return answer(form, await saveDocuments(scope, student.publicId, changes, openedOf(form.value)))
  },
  additional: async (scope, { publicId }, request) => {
    const form = await parseForm(request, additionalSchema().and(openedSchema))
    if (!form.ok) return wrong(form)
    return answer(form, await saveAdditional(scope, publicId, form.value, openedOf(form.value)))
  },
}

export function openedOf({ version, seen_version: seen }: z.output<typeof openedSchema>): Opened {
  // What is no version of ours counts as the oldest: the sender is shown what stands now.
  return { version: versionOf(version) ?? 0, seenVersion: versionOf(seen) }
}

function versionOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}

export type Refusal =
  | 'enrollment-number-taken'
  | 'admission-number-taken'
  | 'email-crowded'
  | 'mobile-crowded'
  | 'files-gone'
  | 'too-many-marksheets'

/** What is said of a refusal, to whoever reads the form. */
export interface Speech {
  refusals: Record<Exclude<Refusal, 'files-gone'>, () => Record<string, string[]>>
  changed: () => string
}

const toOffice: Speech = {
  refusals: {
    'enrollment-number-taken': () => ({ enrollment_number: ['Another student has this enrollment number already'] }),
    'admission-number-taken': () => ({ admission_number: ['Another student has this admission number already'] }),
    'email-crowded': () => ({ email: [`${accountsSharingAName} students share this e-mail already`] }),
    'mobile-crowded': () => ({ mobile_number: [`${accountsSharingAName} students share this mobile number already`] }),
    'too-many-marksheets': () => ({
      marksheet: [m.students_document_too_many({ count: documentRules.marksheet.most ?? 1 })],
    }),
  },
  changed: () => 'Somebody else saved this student since you opened this page',
}

export function wrong(form: Extract<ParsedForm<unknown>, { ok: false }>): Answer {
  return { reply: form.reply().data, conflict: null }
}

/** The form's answer to what became of the save; all that was typed stands in it, unless the form has to be made anew. */
export function answer(
  form: Extract<ParsedForm<unknown>, { ok: true }>,
  outcome: SaveOutcome<Refusal>,
  speech: Speech = toOffice,
): Answer {
  if (outcome.ok) return { reply: null, conflict: null }
  if (outcome.reason === 'not-found') throw new Response(null, { status: 404 })
  if (outcome.reason === 'files-gone') return { reply: form.refuse(m.students_document_expired()).data, conflict: null }
  if (outcome.reason !== 'changed-meanwhile') {
    return { reply: form.refuse(null, speech.refusals[outcome.reason]()).data, conflict: null }
  }
  const reply = form.refuse(speech.changed()).data
  // Without what was typed the form begins with what stands now, and with its version.
  const { initialValue, ...anew } = reply
  return {
    reply: outcome.conflict.typed ? anew : reply,
    conflict: changedWords(outcome.conflict),
  }
}
