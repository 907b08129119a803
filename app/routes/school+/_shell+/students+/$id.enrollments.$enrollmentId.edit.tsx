import { Alert, ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { changeEnrollment } from '~/models/entry/admissions/change-enrollment.server'
import { enrollmentForm, enrollmentRefusals } from '~/models/people/academics/enrollment-fields'
import { sectionChoices } from '~/models/people/academics/queries.server'
import { type EnrollmentIds, findOfStudent } from './__enrollment.server'
import { knownOfEnrollment } from './__enrollment-fields'

export const handle = pageTitle(() => 'Edit enrollment', { hasForm: true })

const hasLeftText = 'The student has left, so this enrollment cannot be changed. Re-admit the student first.'

const page = editing({
  form: enrollmentForm,
  may: 'students:edit',
  find: findOfStudent,
  more: async ({ status, studentName, classSection, sessionName, sessionPublicId }, scope) => ({
    hasLeft: status === 'left',
    name: studentName,
    context: `${classSection}, ${sessionName}`,
    sessions: [{ publicId: sessionPublicId, name: sessionName, isCurrent: false }],
    sections: await sectionChoices(scope),
  }),
  update: (scope, { enrollmentId }: EnrollmentIds, version, values) =>
    changeEnrollment(scope, enrollmentId, version, values),
  refusals: {
    ...enrollmentRefusals,
    'has-left': hasLeftText,
    'has-payments': {
      section: 'The fees of the class are paid or being paid; only a section of the same class can be chosen',
    },
  },
  updated: ({ id }) => schoolPaths.student(id),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: enrollmentForm,
  title: ({ more }) => `Enrollment of ${more.name}`,
  context: ({ more }) => more.context,
  cancelHref: ({ at }) => schoolPaths.student(at.id),
  known: ({ more }) => {
    const fieldSettings = knownOfEnrollment(more)
    return { ...fieldSettings, academicSession: { ...fieldSettings.academicSession, readOnly: true } }
  },
  above: ({ more }) =>
    more.hasLeft ? (
      <Alert tone="warn" title="Left" text={hasLeftText} />
    ) : (
      <Alert tone="info">
        <p>
          If the class changes, the fees change too: unpaid fees of the old class are withdrawn, and fees assigned to
          the new class are added.
        </p>
      </Alert>
    ),
  aside: ({ at }) => (
    <>
      <ButtonLink href={schoolPaths.academicHistory(at.id)} variant="quiet" label="Academic history" />
      <ButtonLink href={schoolPaths.deleteEnrollment(at.id, at.enrollmentId)} variant="quiet">
        Delete this enrollment
      </ButtonLink>
    </>
  ),
})
