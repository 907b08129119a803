import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { DateField, ErrorSummary, SelectField, TextField } from '~/components/forms'
import { ButtonLink, EmptyState, FilterBar, PageHead, SubmitButton } from '~/components/ui'
import { readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listUnenrolled } from '~/models/academics/enrollment-queries.server'
import { classChoices, sectionChoices, sessionChoices } from '~/models/academics/queries.server'
import { counted, sectionOptions } from '~/models/academics/rules'
import { type EnrollSeveralRefusal, enrollSeveral, maxAtOnce } from '~/models/admissions/enroll-several.server'
import { isDay, todayInIndia } from '~/models/shared/calendar'
import { choicesOf } from '~/models/shared/fields'
import { isPublicId, publicIdOf } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Assign students', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const query = new URL(request.url).searchParams
  const search = (query.get('search') ?? '').trim().slice(0, 80)
  const [sessions, classes, sections] = await Promise.all([
    sessionChoices(scope),
    classChoices(scope),
    sectionChoices(scope),
  ])
  const session = publicIdOf(query, 'session') || (sessions.find((one) => one.isCurrent)?.publicId ?? '')
  const ofClass = classes.find((one) => one.publicId === publicIdOf(query, 'class'))
  return {
    search,
    session,
    class: ofClass?.publicId ?? '',
    sessions: choicesOf(sessions),
    classes: choicesOf(classes),
    sections: sectionOptions(sections.filter((one) => !ofClass || one.className === ofClass.name)),
    students: await listUnenrolled(scope, session, search),
    today: todayInIndia(new Date()),
  }
}

type Refused = { id?: string; message: string }

const refusals: Record<EnrollSeveralRefusal, (names: string) => Refused> = {
  'no-such-session': () => ({ message: 'Select a valid academic session' }),
  'no-such-section': () => ({ id: 'section', message: 'Select a valid class and section' }),
  'no-such-student': () => ({ message: 'Tick valid students: active ones of this school' }),
  'already-enrolled': (names) => ({
    message: `Enrolled in this session already: ${names || 'some of these students'}. Nobody was assigned.`,
  }),
  'section-full': () => ({
    id: 'section',
    message: 'This section has not enough seats for all of them; nobody was assigned',
  }),
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const form = await readForm(request)
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 80)
  const ticked = form
    .getAll('student')
    .map(String)
    .slice(0, maxAtOnce + 1)
  const values = { section: text('section'), enrolled_on: text('enrolled_on') }
  const reply = (error: Refused) =>
    data({ status: 'error' as const, error, values, ticked: ticked.filter(isPublicId) }, { status: 422 })
  if (!isPublicId(text('academic_session'))) return reply(refusals['no-such-session'](''))
  if (!isPublicId(values.section)) return reply(refusals['no-such-section'](''))
  if (!isDay(values.enrolled_on)) return reply({ id: 'enrolled_on', message: 'Enter a date as yyyy-mm-dd' })
  if (ticked.length === 0) return reply({ message: 'Tick at least one student' })
  if (ticked.length > maxAtOnce || !ticked.every(isPublicId)) return reply(refusals['no-such-student'](''))
  const outcome = await enrollSeveral(scope, {
    academic_session: text('academic_session'),
    section: values.section,
    students: ticked,
    enrolledOn: values.enrolled_on,
  })
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.enrollments, {
      type: 'success',
      title: 'Created!',
      message: `${counted(outcome.value.enrolled, 'student')} assigned.`,
    })
  }
  return reply(refusals[outcome.reason](outcome.names.join(', ')))
}

export default function AssignPage() {
  const page = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title="Assign students"
        context="Students not enrolled in the session. Either all ticked students are assigned, or none."
      />
      <FilterBar
        action={schoolPaths.assignEnrollments}
        resetHref={page.search === '' ? undefined : schoolPaths.assignEnrollments}
      >
        <TextField
          name="search"
          label="Search students"
          type="search"
          maxLength={80}
          placeholder="Name or enrollment number"
          defaultValue={page.search}
        />
        <SelectField
          name="session"
          label="Academic session"
          placeholder={null}
          defaultValue={page.session}
          options={page.sessions}
        />
        <SelectField
          name="class"
          label="Into class"
          placeholder="Any class"
          defaultValue={page.class}
          options={page.classes}
        />
      </FilterBar>
      {page.students.total === 0 ? (
        <EmptyState
          icon="users"
          title={page.search ? 'No student found' : 'All students are enrolled'}
          text={
            page.search ? 'Change the search.' : 'Every active student is enrolled in this session. Choose another one.'
          }
        />
      ) : (
        <AssignForm key={page.session} page={page} refused={refused} />
      )}
    </>
  )
}

type AssignFormProps = {
  page: SerializeFrom<typeof loader>
  refused: SerializeFrom<typeof action> | undefined
}

/** Students with a box each, and the one section for all who are ticked. */
function AssignForm({ page, refused }: AssignFormProps) {
  const { session, students, sections, today } = page
  const { values = { section: '', enrolled_on: today }, ticked = [] } = refused ?? {}
  const errors = useMemo(() => (refused ? [refused.error] : []), [refused])
  const of = (field: string) => errors.filter((error) => error.id === field).map((error) => error.message)
  const hidden = students.total - students.rows.length
  return (
    <Form method="post" noValidate className="card">
      <ErrorSummary errors={errors} title="Creation Failed" />
      <input type="hidden" name="academic_session" value={session} />
      <div className="cols">
        <SelectField
          name="section"
          label="Class and section"
          required
          errors={of('section')}
          defaultValue={values.section}
          options={sections}
        />
        <DateField
          name="enrolled_on"
          label="Date of enrollment"
          required
          errors={of('enrolled_on')}
          defaultValue={values.enrolled_on}
        />
      </div>
      <fieldset className="field">
        <legend>{counted(students.total, 'student')}</legend>
        {hidden > 0 ? <p className="hint">{`${hidden} more are found by searching.`}</p> : null}
        <div className="choices">
          {students.rows.map((student) => (
            <label key={student.publicId} className="choice">
              <input
                type="checkbox"
                name="student"
                value={student.publicId}
                defaultChecked={ticked.includes(student.publicId)}
              />
              <span>
                {`${student.name} (${student.enrollmentNumber})${student.lastSection ? `, last in ${student.lastSection}` : ''}`}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="actions">
        <SubmitButton busyText="Saving...">Assign</SubmitButton>
        <ButtonLink href={schoolPaths.enrollments} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}
