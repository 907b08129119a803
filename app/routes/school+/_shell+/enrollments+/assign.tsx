import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { SelectField, TextField } from '~/components/forms'
import { EmptyState, FilterBar, PageHead } from '~/components/ui'
import { readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listUnenrolled } from '~/models/academics/enrollment-queries.server'
import { classChoices, sectionChoices, sessionChoices } from '~/models/academics/queries.server'
import { classSection, counted } from '~/models/academics/rules'
import { type EnrollSeveralRefusal, enrollSeveral, maxAtOnce } from '~/models/admissions/enroll-several.server'
import { isDay, todayInIndia } from '~/models/shared/calendar'
import { isPublicId, publicIdOf } from '~/models/shared/public-id.server'
import { AssignForm } from './__assign-form'

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
    sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
    classes: classes.map(({ publicId, name }) => ({ value: publicId, label: name })),
    sections: sections
      .filter((one) => !ofClass || one.className === ofClass.name)
      .map((one) => ({ value: one.publicId, label: classSection(one.className, one.name) })),
    students: await listUnenrolled(scope, session, search),
    today: todayInIndia(new Date()),
  }
}

const refusals: Record<EnrollSeveralRefusal, (names: string) => { field?: string; message: string }> = {
  'no-such-session': () => ({ message: 'Select a valid academic session' }),
  'no-such-section': () => ({ field: 'section', message: 'Select a valid class and section' }),
  'no-such-student': () => ({ message: 'Tick valid students: active ones of this school' }),
  'already-enrolled': (names) => ({
    message: `Enrolled in this session already: ${names || 'some of these students'}. Nobody was assigned.`,
  }),
  'section-full': () => ({
    field: 'section',
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
  const reply = (error: { field?: string; message: string }) =>
    data({ status: 'error' as const, error, values, ticked: ticked.filter(isPublicId) }, { status: 422 })
  if (!isPublicId(text('academic_session'))) return reply(refusals['no-such-session'](''))
  if (!isPublicId(values.section)) return reply(refusals['no-such-section'](''))
  if (!isDay(values.enrolled_on)) return reply({ field: 'enrolled_on', message: 'Enter a date as yyyy-mm-dd' })
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
  const errors = useMemo(
    () => (refused ? [{ id: refused.error.field, message: refused.error.message }] : []),
    [refused],
  )
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
        <AssignForm
          key={page.session}
          session={page.session}
          students={page.students}
          sections={page.sections}
          values={refused?.values ?? { section: '', enrolled_on: page.today }}
          ticked={refused?.ticked ?? []}
          errors={errors}
        />
      )}
    </>
  )
}
