import { DateField } from '~/components/forms/date-field'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, type ServerField } from '~/components/forms/use-server-form'
import { m } from '~/language/paraglide/messages'
import { classSection } from '~/models/academics/rules'

export type EnrollmentValues = { academic_session: string; section: string; roll_number: string; enrolled_on: string }

export type EnrollmentChoices = {
  sessions: ReadonlyArray<{ publicId: string; name: string; isCurrent: boolean }>
  sections: ReadonlyArray<{ publicId: string; className: string; name: string; capacity: number; taken: number }>
}

type EnrollmentFieldsProps = {
  fields: Record<keyof EnrollmentValues, ServerField>
  choices: EnrollmentChoices
  /** An existing enrollment keeps its session. */
  fixed?: boolean
}

/** Where a student sits in one session. One list of class and section: it works without script and cannot contradict itself. */
export function EnrollmentFields({ fields, choices, fixed = false }: EnrollmentFieldsProps) {
  return (
    <>
      <div className="cols">
        <SelectField
          {...fieldProps(fields.academic_session)}
          label={m.students_academic_session()}
          required
          placeholder={fixed ? null : undefined}
          options={choices.sessions.map((session) => ({
            value: session.publicId,
            label: session.isCurrent ? `${session.name} (current)` : session.name,
          }))}
        />
        <SelectField
          {...fieldProps(fields.section)}
          label="Class and section"
          required
          options={choices.sections.map((section) => ({
            value: section.publicId,
            label: `${classSection(section.className, section.name)} (${section.taken} of ${section.capacity} seats taken)`,
          }))}
        />
      </div>
      <div className="cols">
        <TextField
          {...fieldProps(fields.roll_number)}
          label={m.students_roll_number()}
          hint="May be left empty until roll numbers are given."
          inputMode="numeric"
        />
        <DateField {...fieldProps(fields.enrolled_on)} label="Date of enrollment" required />
      </div>
    </>
  )
}
