import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listHref } from '~/components/school/list-href'
import { FileFields } from '~/components/students/file-fields'
import { SaveConflict } from '~/components/students/save-conflict'
import { SectionForm } from '~/components/students/section-form'
import { DefinitionList, PageHead, Tabs } from '~/components/ui'
import { foundOr404, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openSection, postSection, sectionOf } from '~/http/student-section.server'
import { viewOf } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import { refused } from '~/models/core/shared/outcome'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { updateStudent } from '~/models/entry/admissions/update-student.server'
import { saveSection } from '~/models/people/students/describe/save-section.server'
import {
  enteredFields,
  fieldLabel,
  formsWithout,
  formValues,
  sealedHints,
  sectionForms,
  shownFact,
} from '~/models/people/students/describe/sections.server'
import { documentRules } from '~/models/people/students/documents.server'
import { findSections, type StudentSections } from '~/models/people/students/find-sections.server'
import { type Section, sectionLabel, sections } from '~/models/people/students/options'
import { isOnRegister } from '~/models/people/students/register/on-register.server'
import { fullName } from '~/models/people/students/rules'
import { saveDocuments } from '~/models/people/students/save-documents.server'
import { studentHints, studentRefusals } from './__student-words.server'

export const handle = pageTitle(() => 'Edit student', { hasForm: true })

/**
 * Fields of the tab that are fixed by the student's register entry: they are shown as facts and left out of the form.
 */
async function entryIn(tab: Section, scope: SchoolScope, student: StudentSections) {
  if (tab !== 'student' && tab !== 'academic') return []
  const names = enteredFields(student.values).filter((name) => name in sectionForms[tab].fields)
  return names.length > 0 && (await isOnRegister(scope, student.id)) ? names : []
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const tab = sectionOf(request)
  const { student, enrollments, ...opened } = await openSection(
    scope,
    foundOr404(isPublicId(params.id) ? params.id : null),
    tab,
  )
  const entry = await entryIn(tab, scope, student)
  const first = enrollments.at(-1)
  // Default to the first enrollment, if neither the acceptance nor the family has set these values.
  const admission = {
    admission_class: student.values.admission_class ?? first?.className ?? '',
    admission_date: student.values.admission_date ?? first?.enrolledOn ?? '',
  }
  return {
    id: student.publicId,
    name: fullName({ firstName: student.values.first_name ?? '', lastName: student.values.last_name ?? '' }),
    tab,
    version: student.version,
    form: tab === 'documents' ? null : viewOf(formsWithout(entry).forms[tab]),
    entry: entry.map((name) => ({ name, label: fieldLabel(name), value: shownFact(name, student.values) })),
    values: {
      ...formValues(student.values),
      ...(tab === 'academic' && !student.values.admission_number ? admission : {}),
    },
    hints: tab === 'parent' ? sealedHints(student.values) : tab === 'student' ? studentHints.edit : {},
    ...opened,
    enrollment: enrollments.find((enrollment) => enrollment.isCurrent) ?? first ?? null,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const student = foundOr404(isPublicId(params.id) ? await findSections(scope, params.id) : null)
  const section = sectionOf(request)
  const id = student.publicId
  const entry = await entryIn(section, scope, student)
  const { saved, reply } = await postSection(request, {
    scope,
    student,
    section,
    ...formsWithout(entry),
    changed: 'Another person saved this student since you opened this page',
    save: async ({ values, version, files, posted }) => {
      // If the student was registered after the form was opened, refuses changed values: they must not vanish silently.
      if (entry.some((name) => posted.has(name) && String(posted.get(name)).trim() !== student.values[name]))
        return refused('register-entry')
      if (section === 'student') return updateStudent(scope, id, values, version, files.student_photo)
      if (section !== 'documents') return saveSection(scope, id, section, values, version)
      return saveDocuments(scope, id, { files, remove: posted.getAll('remove').map(String) }, version)
    },
    refusals: ({ reason }) =>
      reason === 'too-many-marksheets'
        ? { marksheet: [m.students_document_too_many({ count: documentRules.marksheet.max ?? 1 })] }
        : reason in studentRefusals
          ? studentRefusals[reason as keyof typeof studentRefusals]
          : {},
  })
  return saved ? redirectWithToast(schoolPaths.student(id), { type: 'success', title: 'Updated!' }) : reply
}

/** Reloads after a refusal, since the student may have been registered after the form was opened. */
export const shouldRevalidate = () => true

export default function EditStudentPage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { id, tab, documents } = page
  return (
    <>
      <PageHead title={`Edit ${page.name}`} />
      <Tabs
        label="Sections"
        tabs={sections.map((section) => ({
          href: schoolPaths.editStudent(id, section),
          label: sectionLabel(section),
          current: section === tab,
        }))}
      />
      <SectionForm
        key={tab}
        id={tab}
        form={page.form}
        values={page.values}
        known={Object.fromEntries(Object.entries(page.hints).map(([name, hint]) => [name, { hint }]))}
        hasFiles={page.files.length > 0}
        above={() => {
          return (
            <>
              {page.entry.length > 0 ? <RegisterFacts {...page} typed={{ ...answer?.result.initialValue }} /> : null}
              {tab === 'academic' ? <EnrollmentFacts id={id} enrollment={page.enrollment} /> : null}
            </>
          )
        }}
        below={(fields) => (
          <FileFields
            files={page.files}
            fields={fields}
            stored={documents}
            removal={tab === 'documents' ? 'ticked' : undefined}
          />
        )}
        frame={{
          lastResult: answer?.result,
          version: page.version,
          failure: 'Update Failed',
          submit: tab === 'documents' ? 'Upload Documents' : 'Save Changes',
          busyText: tab === 'documents' ? 'Uploading...' : 'Saving...',
          cancel: { href: schoolPaths.student(id), label: 'Cancel' },
          notice: answer?.conflict ? <SaveConflict {...answer.conflict} /> : null,
        }}
      />
    </>
  )
}

type RegisterFactsProps = { typed: Record<string, unknown> } & Pick<
  SerializeFrom<typeof loader>,
  'id' | 'entry' | 'values'
>

/**
 * Facts of the general register, with a link to correct them there. The link carries over values that were typed into
 * an outdated form.
 */
function RegisterFacts({ id, entry, values, typed }: RegisterFactsProps) {
  const stored: Record<string, unknown> = values
  const left = entry.flatMap(({ name }): [string, string][] => {
    const value = typed[name]
    return typeof value === 'string' && value !== stored[name] ? [[name, value]] : []
  })
  return (
    <>
      <DefinitionList items={entry} />
      <p>
        <a href={listHref(schoolPaths.correctStudent(id), Object.fromEntries(left))}>Correct the register</a>
        {left.length > 0 ? `, with what you typed: ${left.map(([, value]) => value).join(', ')}` : null}
      </p>
    </>
  )
}

function EnrollmentFacts({ id, enrollment }: Pick<SerializeFrom<typeof loader>, 'id' | 'enrollment'>) {
  if (!enrollment) {
    return (
      <p>
        <a href={schoolPaths.enrollStudent(id)}>Enroll in a session</a> to assign a class, section and roll number.
      </p>
    )
  }
  return (
    <>
      <DefinitionList
        items={[
          { label: m.students_class(), value: enrollment.className },
          { label: m.students_section(), value: enrollment.sectionName },
          { label: m.students_roll_number(), value: enrollment.rollNumber },
        ]}
      />
      <p>
        <a href={schoolPaths.editEnrollment(id, enrollment.publicId)}>Change section or roll number</a>
      </p>
    </>
  )
}
