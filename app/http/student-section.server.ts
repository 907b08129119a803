import { data } from '@remix-run/node'
import { z } from 'zod'
import { paths } from '~/addresses/paths'
import type { Form } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import type { ReceivedFile } from '~/models/core/files/receive-file.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { listEnrollmentsOf } from '~/models/people/academics/enrollment-queries.server'
import { lastFourSince } from '~/models/people/students/aadhaar.server'
import { sealedFields } from '~/models/people/students/describe/parent-fields.server'
import {
  conflictForm,
  type FormSection,
  formValues,
  type NewValues,
} from '~/models/people/students/describe/sections.server'
import {
  type DocumentKind,
  documentFields,
  documentKinds,
  documentRules,
  photoField,
  photoRule,
} from '~/models/people/students/documents.server'
import { findSections, listDocuments, type StudentSections } from '~/models/people/students/find-sections.server'
import { type Section, sections } from '~/models/people/students/options'
import { changesOf, lockOf } from './edit-lock.server'
import { type FieldErrors, type ParsedForm, parseForm } from './forms.server'
import { foundOr404 } from './guards.server'
import { parseUploadForm } from './uploads.server'

/** Section that the `tab` of the address names; default: the first. */
export function sectionOf(request: Request): Section {
  const requestedTab = new URL(request.url).searchParams.get('tab')
  return sections.find((section) => section === requestedTab) ?? 'student'
}

/**
 * Data of a section's tab for the office or the student.
 * @throws Response 404 for a student outside the scope
 */
export async function openSection(scope: SchoolScope | StudentScope, publicId: string, section: Section) {
  const student = foundOr404(await findSections(scope, publicId))
  const [documents, enrollments, since] = await Promise.all([
    section === 'student' || section === 'documents' ? listDocuments(scope, student) : [],
    section === 'academic' ? listEnrollmentsOf(scope, publicId) : [],
    section === 'documents' ? lastFourSince(scope) : null,
  ])
  return {
    student,
    enrollments,
    files:
      section === 'student'
        ? [photoField()]
        : section === 'documents'
          ? documentFields(documentKinds, since !== null)
          : [],
    documents: documents.map(({ kind, key, fileName }) => ({ kind, key, fileName, href: paths.file(key) })),
  }
}

export interface PostedSection {
  /** Typed values without the documents, parsed by the section's schema. */
  values: NewValues
  /** Version of the student that the sender has seen. */
  version: number
  files: Partial<Record<DocumentKind, ReceivedFile[]>>
  posted: FormData
}

type Answer = { ok: true } | { ok: false; reason: string }
type Not<Answered extends Answer> = Extract<Answered, { ok: false }>

interface Saving<Answered extends Answer> {
  scope: SchoolScope | StudentScope
  student: StudentSections
  section: Section
  /** Forms and schemas, for the office or for the student. */
  forms: Record<FormSection, Form>
  schemas: Record<FormSection, z.ZodType<NewValues>>
  save: (post: PostedSection) => Promise<Answered>
  /** `changed`: message for a conflict. `refusals`: field errors for every other reason. */
  changed: string
  refusals: (not: NoInfer<Not<Answered>>) => FieldErrors
}

const secret = [...sealedFields, 'current_password']

/**
 * Parses and saves the posted form of a section. Returns the saved result, or the form with its typed values and
 * errors. Implements `PATCH student info` and `PATCH student address` of the specification.
 */
export async function postSection<Answered extends Answer>(
  request: Request,
  { scope, student, section, forms, schemas, save, changed, refusals }: Saving<Answered>,
) {
  const form = await read(request, scope, student, section, schemas)
  const lock = lockOf(form.posted, student, (now) =>
    section === 'documents' ? [] : changesOf(conflictForm(forms[section]), formValues(now.values), form.posted),
  )
  // Without JavaScript, this post reveals the fields that belong to a choice; it checks and saves nothing.
  if (form.posted.get('intent') === 'show') {
    const { data: typed } = form.ok ? form.refuse(null) : form.reply()
    return { reply: lock.answer(data({ ...typed, error: {} }, { status: 422 })) }
  }
  if (!form.ok) return { reply: lock.answer(form.reply()) }
  const { value: values, posted } = form
  const outcome = await save({ values, version: lock.version, files: form.files ?? {}, posted })
  if (outcome.ok) return { saved: outcome as Extract<Answered, { ok: true }> }
  if (outcome.reason === 'not-found') throw new Response(null, { status: 404 })
  if (outcome.reason === 'files-gone') return { reply: lock.answer(form.refuse(m.students_document_expired())) }
  if (outcome.reason !== 'changed') return { reply: lock.answer(form.refuse(null, refusals(outcome as Not<Answered>))) }
  return { reply: lock.answer(form.refuse(changed), foundOr404(await findSections(scope, student.publicId))) }
}

const noFields = z.object({}) as z.ZodType<NewValues>

async function read(
  request: Request,
  scope: SchoolScope | StudentScope,
  student: StudentSections,
  section: Section,
  schemas: Record<FormSection, z.ZodType<NewValues>>,
): Promise<ParsedForm<NewValues> & { files?: Partial<Record<DocumentKind, ReceivedFile[]>> }> {
  const studentId = 'studentId' in scope ? null : student.id
  if (section === 'documents') return parseUploadForm(request, scope, noFields, documentRules, { studentId })
  if (section === 'student')
    return parseUploadForm(request, scope, schemas.student, { student_photo: photoRule }, { secret, studentId })
  return parseForm(request, schemas[section], { secret })
}
