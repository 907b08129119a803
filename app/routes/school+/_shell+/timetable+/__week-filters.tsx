import { SelectField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { ButtonLink } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'

type Choice = { value: string; label: string }

type WeekFiltersProps = {
  week: {
    by: 'own' | 'section' | 'teacher'
    id: string
    session: { id: string; name: string }
    sessions: readonly Choice[]
    choices: readonly Choice[]
    mayEdit: boolean
  }
}

/** Whose week and of which session. */
export function WeekFilters({ week }: WeekFiltersProps) {
  const { by, id, session, sessions, choices } = week
  return (
    <form className="filters" method="get" action={schoolPaths.timetable}>
      {by === 'own' ? null : (
        <SelectField
          key={id}
          name={by}
          label={by === 'section' ? 'Section' : 'Teacher'}
          placeholder={null}
          defaultValue={id}
          options={choices}
        />
      )}
      <SelectField
        key={session.id}
        name="session"
        label="Academic session"
        placeholder={null}
        defaultValue={session.id}
        options={sessions}
      />
      <button type="submit" className="btn">
        Show
      </button>
    </form>
  )
}

/** What else there is to do with the week. */
export function WeekActions({ week }: WeekFiltersProps) {
  const { by, id, session, mayEdit } = week
  const whose = by === 'section' ? 'section' : 'teacher'
  return (
    <div className="actions">
      <ButtonLink
        variant="secondary"
        download
        href={listHref(schoolPaths.timetableFile, { [whose]: id, session: session.id })}
      >
        Download CSV
      </ButtonLink>
      <ButtonLink variant="secondary" href={listHref(schoolPaths.freeTeachers, { session: session.id })}>
        Free teachers
      </ButtonLink>
      {mayEdit ? (
        <ButtonLink variant="secondary" href={listHref(schoolPaths.copyTimetable, { to: session.id })}>
          Copy from last session
        </ButtonLink>
      ) : null}
    </div>
  )
}
