import { SelectField } from '~/components/forms'
import { schoolPaths } from '~/http/school-paths'
import { classSection } from '~/models/academics/rules'

type ChoosePromotionProps = {
  chosen: { from: string; to: string; class: string; section: string; next: string }
  /** Both sessions chosen are the same one. */
  sameSession: boolean
  sessions: ReadonlyArray<{ publicId: string; name: string; isCurrent: boolean; startsOn: string }>
  classes: ReadonlyArray<{ publicId: string; name: string }>
  sections: ReadonlyArray<{ publicId: string; className: string; name: string }>
}

/** Which class goes from which session into which: a GET form, so that the preview has an address. */
export function ChoosePromotion({ chosen, sameSession, sessions, classes, sections }: ChoosePromotionProps) {
  const current = sessions.find((one) => one.isCurrent)
  const after = sessions
    .filter((one) => current && one.startsOn > current.startsOn)
    .sort((one, other) => one.startsOn.localeCompare(other.startsOn))[0]
  const options = sessions.map((one) => ({
    value: one.publicId,
    label: one.isCurrent ? `${one.name} (current)` : one.name,
  }))
  if (sessions.length < 2) {
    return (
      <div className="card">
        <p>
          A promotion needs a session to go to. <a href={schoolPaths.newSession}>Add the next academic session</a>, then
          come back.
        </p>
      </div>
    )
  }
  return (
    <form method="get" action={schoolPaths.promote} className="card">
      <div className="cols">
        <SelectField
          name="from"
          label="From session"
          required
          defaultValue={chosen.from || current?.publicId}
          options={options}
        />
        <SelectField
          name="to"
          label="To session"
          required
          errors={sameSession ? ['Select another session to promote into'] : undefined}
          defaultValue={chosen.to || after?.publicId}
          options={options}
        />
      </div>
      <div className="cols">
        <SelectField
          name="class"
          label="Class"
          required
          defaultValue={chosen.class}
          options={classes.map((one) => ({ value: one.publicId, label: one.name }))}
        />
        <SelectField
          name="section"
          label="Section"
          placeholder="All sections of the class"
          defaultValue={chosen.section}
          options={sections.map((one) => ({ value: one.publicId, label: classSection(one.className, one.name) }))}
        />
      </div>
      <SelectField
        name="next"
        label="Into class"
        hint="Choose one where a class divides into streams, such as 11 Science and 11 Commerce: promote once into each"
        placeholder="The class that follows"
        defaultValue={chosen.next}
        options={classes.map((one) => ({ value: one.publicId, label: one.name }))}
      />
      <div className="actions">
        <button type="submit" className="btn">
          Show preview
        </button>
      </div>
    </form>
  )
}
