import { useActionData, useLoaderData } from '@remix-run/react'
import { type FormResult, SelectField, TextField, textsOf, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { OfficeForm } from '~/components/school/office-form'
import { EmptyState, FilterBar, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { creating } from '~/kit/pages/form.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { cleanText } from '~/models/core/shared/clean-text'
import { counted } from '~/models/core/shared/counted'
import { publicIdOf } from '~/models/core/shared/public-id.server'
import { enrollSeveral } from '~/models/entry/admissions/enroll-several.server'
import { assignmentForm } from '~/models/people/academics/enrollment-fields'
import { listUnenrolled } from '~/models/people/academics/enrollment-queries.server'
import { classChoices, sectionChoices, sessionChoices } from '~/models/people/academics/queries.server'
import { sectionOptions } from '~/models/people/academics/rules'
import { SessionField } from '~/routes/school+/_shell+/__session-field'
import { tickedIds } from '~/routes/school+/_shell+/__ticked-ids.server'

export const handle = pageTitle(() => 'Assign students', { hasForm: true })

const page = creating({
  may: 'students:edit',
  form: assignmentForm,
  schema: schemaOf(assignmentForm, ({ student = [] }, say) => {
    if (student.length === 0) say('student', 'Tick at least one student')
  }),
  more: async (_, scope, _staff, query) => {
    const search = cleanText(query.get('search') ?? '').slice(0, 80)
    const [sessions, classes, sections] = await Promise.all([
      sessionChoices(scope),
      classChoices(scope),
      sectionChoices(scope),
    ])
    const session = publicIdOf(query, 'session') || (sessions.find((one) => one.isCurrent)?.publicId ?? '')
    const ticked = tickedIds(query, 'student')
    const ofClass = classes.find((one) => one.publicId === publicIdOf(query, 'class'))
    return {
      search,
      session,
      class: ofClass?.publicId ?? '',
      sessions: choicesOf(sessions),
      classes: choicesOf(classes),
      sections: sectionOptions(sections.filter((one) => !ofClass || one.className === ofClass.name)),
      ticked: ticked.length,
      students: await listUnenrolled(scope, session, search, ticked),
    }
  },
  // Students ticked in the list of students.
  start: (_scope, query) => ({ enrolledOn: todayInIndia(new Date()), student: tickedIds(query, 'student') }),
  create: (scope, _key, { student: students, enrolledOn, ...place }) =>
    enrollSeveral(scope, { ...place, students, enrolledOn }),
  refusals: {
    'no-such-session': 'Select a valid academic session',
    'no-such-section': { section: 'Select a valid class and section' },
    'no-such-student': 'Tick active students of this school',
    'already-enrolled': ({ names }: { names: readonly string[] }) =>
      `Already enrolled in this session: ${names.join(', ') || 'some of these students'}. No student was assigned.`,
    'section-full': { section: 'This section does not have enough seats for all of them; no student was assigned' },
  },
  created: () => schoolPaths.enrollments,
  message: (_, { value }) => `${counted(value.enrolled, 'student')} assigned.`,
})
export const loader = page.loader
export const action = page.action

export default function AssignPage() {
  const { more: page } = useLoaderData<typeof loader>()
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
        <SessionField chosen={page.session} sessions={page.sessions} />
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
        <AssignForm key={page.session} />
      )}
    </>
  )
}

function AssignForm() {
  const { values, more } = useLoaderData<typeof loader>()
  const { session, students, sections, ticked: asked } = more
  const missingCount = asked === 0 ? 0 : asked - students.total
  const lastResult = (useActionData() as { result: FormResult } | undefined)?.result
  const state = useServerForm<Record<string, unknown>>({ id: 'assign', lastResult, defaultValue: values })
  const { student } = state.fields
  const ticked = student ? textsOf(student) : []
  const hidden = students.total - students.rows.length
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Creation Failed"
      submit="Assign"
      cancelHref={schoolPaths.enrollments}
    >
      <input type="hidden" name="academic_session" value={session} />
      <FormRows
        form={assignmentForm}
        rows={[['section', 'enrolledOn']]}
        fields={state.fields}
        known={{ section: { options: sections } }}
      />
      <fieldset className="field" id={student?.id}>
        <legend>{counted(students.total, 'student')}</legend>
        {missingCount > 0 ? (
          <p className="hint">{`${missingCount} of the ${asked} ticked cannot be assigned: enrolled already, or not active.`}</p>
        ) : null}
        {hidden > 0 ? <p className="hint">{`${hidden} more are found by searching.`}</p> : null}
        <div className="choices">
          {students.rows.map(({ publicId, name, enrollmentNumber, lastSection }) => (
            <label key={publicId} className="choice">
              <input type="checkbox" name="student" value={publicId} defaultChecked={ticked.includes(publicId)} />
              <span>{`${name} (${enrollmentNumber})${lastSection ? `, last in ${lastSection}` : ''}`}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </OfficeForm>
  )
}
