import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { FileFields } from '~/components/students/file-fields'
import { SectionForm } from '~/components/students/section-form'
import { DefinitionList, PageHead, Tabs } from '~/components/ui'
import { foundOr404, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openSection, postSection, sectionOf } from '~/http/student-section.server'
import { m } from '~/language/paraglide/messages'
import { updateStudent } from '~/models/admissions/update-student.server'
import { formatDay } from '~/models/shared/calendar'
import { viewOf } from '~/models/shared/fields'
import { isPublicId } from '~/models/shared/public-id.server'
import { documentRules } from '~/models/students/documents.server'
import { findSections } from '~/models/students/find-sections.server'
import { isOnRegister } from '~/models/students/on-register.server'
import { sectionLabel, sections } from '~/models/students/options'
import { saveDocuments } from '~/models/students/save-documents.server'
import { saveSection } from '~/models/students/save-section.server'
import {
  formValues,
  registeredForm,
  registeredSchema,
  sealedHints,
  sectionForms,
  sectionSchemas,
} from '~/models/students/sections.server'
import { studentHints, studentRefusals } from './__student-words.server'

export const handle = pageTitle(() => 'Edit student', { hasForm: true })

/** The office's forms, as they are for this student: what stands in the register is none of their fields. */
const formsFor = (isRegistered: boolean) =>
  isRegistered
    ? {
        forms: { ...sectionForms, student: registeredForm },
        schemas: { ...sectionSchemas, student: registeredSchema },
      }
    : { forms: sectionForms, schemas: sectionSchemas }

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const tab = sectionOf(request)
  const { student, enrollments, ...opened } = await openSection(
    scope,
    foundOr404(isPublicId(params.id) ? params.id : null),
    tab,
  )
  const isRegistered = tab === 'student' && (await isOnRegister(scope, student.id))
  const first = enrollments.at(-1)
  const admission = { admission_class: first?.className ?? '', admission_date: first?.enrolledOn ?? '' }
  return {
    id: student.publicId,
    name: `${student.values.first_name} ${student.values.last_name}`,
    tab,
    version: student.version,
    form: tab === 'documents' ? null : viewOf(formsFor(isRegistered).forms[tab]),
    bornOn: isRegistered ? (student.values.date_of_birth ?? '') : null,
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
  const isRegistered = section === 'student' && (await isOnRegister(scope, student.id))
  const { saved, reply } = await postSection(request, {
    ...{ scope, student, section, ...formsFor(isRegistered) },
    changed: 'Somebody else saved this student since you opened this page',
    save: async ({ values, version, files, posted }) => {
      if (section === 'student') return updateStudent(scope, id, values, version, files.student_photo)
      if (section !== 'documents') return saveSection(scope, id, section, values, version)
      return saveDocuments(scope, id, { files, remove: posted.getAll('remove').map(String) }, version)
    },
    refusals: ({ reason }) =>
      reason === 'too-many-marksheets'
        ? { marksheet: [m.students_document_too_many({ count: documentRules.marksheet.most ?? 1 })] }
        : reason in studentRefusals
          ? studentRefusals[reason as keyof typeof studentRefusals]
          : {},
  })
  return saved ? redirectWithToast(schoolPaths.student(id), { type: 'success', title: 'Updated!' }) : reply
}

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
          if (page.bornOn !== null) return <RegisterFacts id={id} name={page.name} bornOn={page.bornOn} />
          return tab === 'academic' ? <EnrollmentFacts id={id} enrollment={page.enrollment} /> : null
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
          notice: answer?.conflict ? <ChangedMeanwhile {...answer.conflict} /> : null,
        }}
      />
    </>
  )
}

/** What stands in the general register, and the way to correct it there. */
function RegisterFacts({ id, name, bornOn }: { id: string; name: string; bornOn: string }) {
  return (
    <>
      <DefinitionList
        items={[
          { label: 'Name in the register', value: name },
          { label: m.students_date_of_birth(), value: formatDay(bornOn, 'en') },
        ]}
      />
      <p>
        <a href={schoolPaths.correctStudent(id)}>Correct name or date of birth</a>
      </p>
    </>
  )
}

/** What the enrollment says, and the way to change it there. */
function EnrollmentFacts({ id, enrollment }: Pick<SerializeFrom<typeof loader>, 'id' | 'enrollment'>) {
  if (!enrollment) {
    return (
      <p>
        <a href={schoolPaths.enrollStudent(id)}>Enroll in a session</a> to give a class, section and roll number.
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
