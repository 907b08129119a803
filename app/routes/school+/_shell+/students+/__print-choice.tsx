import { SelectField } from '~/components/forms'
import { Alert, ButtonLink } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import type { printChoices } from './__print-choices.server'

type PrintChoiceProps = Omit<Awaited<ReturnType<typeof printChoices>>, 'trouble'> & {
  filePath: string
  /** Reason why nothing was printed, or null. */
  trouble: string | null
  button: string
}

/** Selects the students for slips or cards: a class or section is required before a file is created. */
export function PrintChoice({ filePath, trouble, sessions, classes, sections, chosen, button }: PrintChoiceProps) {
  return (
    <>
      {trouble ? <Alert tone="warn" title="Nothing to print yet" text={trouble} /> : null}
      <form method="get" action={filePath} className="card">
        <SelectField
          name="session"
          label="Academic session"
          placeholder="The current one"
          defaultValue={chosen.session}
          options={sessions}
        />
        <SelectField
          name="class"
          label="Class"
          placeholder="Choose a class"
          defaultValue={chosen.class}
          options={classes}
        />
        <SelectField
          name="section"
          label="Section"
          placeholder="All sections of the class"
          defaultValue={chosen.section}
          options={sections}
        />
        {chosen.status === '' ? null : (
          <>
            <input type="hidden" name="status" value={chosen.status} />
            <p>
              {chosen.status === 'no-password'
                ? 'Only students who have not chosen a password yet. '
                : `Only students whose status is ${chosen.status}. `}
              <a href={schoolPaths.students}>Filter again</a>
            </p>
          </>
        )}
        {chosen.gender + chosen.category + chosen.rte === '' ? null : (
          <>
            <input type="hidden" name="gender" value={chosen.gender} />
            <input type="hidden" name="category" value={chosen.category} />
            <input type="hidden" name="rte" value={chosen.rte} />
            <p>
              {'Only students with the gender, category or RTE status that the list is filtered by. '}
              <a href={schoolPaths.students}>Filter again</a>
            </p>
          </>
        )}
        {chosen.search === '' ? null : (
          <>
            <input type="hidden" name="search" value={chosen.search} />
            <p>
              {`Only students matching “${chosen.search}”. `}
              <a href={schoolPaths.students}>Search again</a>
            </p>
          </>
        )}
        <div className="actions">
          <button type="submit" className="btn">
            {button}
          </button>
          <ButtonLink href={schoolPaths.students} variant="secondary" label="Back" />
        </div>
      </form>
    </>
  )
}
