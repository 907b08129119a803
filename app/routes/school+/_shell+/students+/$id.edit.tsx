import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { PageHead } from '~/components/ui/page-head'
import { Tabs } from '~/components/ui/tabs'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { formValues } from '~/http/own-profile.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { schoolPaths } from '~/http/school-paths'
import { saveStudentSection } from '~/http/student-section.server'
import { redirectWithToast } from '~/http/toast.server'
import { listEnrollmentsOf } from '~/models/academics/enrollment-queries.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { findSections, listDocuments } from '~/models/students/find-sections.server'
import { type Section, sectionLabel, sections } from '~/models/students/options'
import { persons } from '~/models/students/parent-options'
import { SectionTab } from './__section-tab'

export const handle = pageTitle(() => 'Edit student', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const student = foundOr404(isPublicId(params.id) ? await findSections(scope, params.id) : null)
  const tab = tabOf(request)
  const [documents, enrollments] = await Promise.all([
    tab === 'student' || tab === 'documents' ? listDocuments(scope, student) : [],
    tab === 'academic' ? listEnrollmentsOf(scope, student.publicId) : [],
  ])
  const first = enrollments.at(-1)
  const admission = { admission_class: first?.className ?? null, admission_date: first?.enrolledOn ?? null }
  return {
    id: student.publicId,
    name: `${student.values.first_name} ${student.values.last_name}`,
    tab,
    version: student.version,
    values: formValues(student, tab === 'academic' && !student.values.admission_number ? admission : {}),
    aadhaarEnds: Object.fromEntries(persons.map((who) => [who, student.values[`${who}_aadhar_end`] ?? null])),
    documents: documents.map(({ kind, key, fileName }) => ({ kind, key, fileName, href: paths.file(key) })),
    enrollment: enrollments.find((enrollment) => enrollment.isCurrent) ?? first ?? null,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const student = foundOr404(isPublicId(params.id) ? await findSections(scope, params.id) : null)
  const { reply, conflict } = await saveStudentSection(scope, student, tabOf(request), request)
  if (!reply) return redirectWithToast(schoolPaths.student(student.publicId), { type: 'success', title: 'Updated!' })
  return data({ result: reply, conflict }, { status: 422 })
}

/** After a refusal too: the form may have to be made anew from what stands now. */
export const shouldRevalidate = () => true

function tabOf(request: Request): Section {
  const asked = new URL(request.url).searchParams.get('tab')
  return sections.find((section) => section === asked) ?? 'student'
}

export default function EditStudentPage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={`Edit ${page.name}`} />
      <Tabs
        label="Sections"
        tabs={sections.map((section) => ({
          href: schoolPaths.editStudent(page.id, section),
          label: sectionLabel(section),
          current: section === page.tab,
        }))}
      />
      <SectionTab
        // A form made anew takes none of the texts that stand in the old one. By the page's version, not the answer's: the answer
        // is here before what stands now is.
        key={answer?.conflict?.typed ? `${page.tab}-${page.version}` : page.tab}
        page={page}
        frame={{
          lastResult: answer?.result,
          version: page.version,
          failure: 'Update Failed',
          submit: page.tab === 'documents' ? 'Upload Documents' : 'Save Changes',
          busyText: page.tab === 'documents' ? 'Uploading...' : 'Saving...',
          cancel: { href: schoolPaths.student(page.id), label: 'Cancel' },
          notice: answer?.conflict ? <ChangedMeanwhile {...answer.conflict} /> : null,
        }}
      />
    </>
  )
}
