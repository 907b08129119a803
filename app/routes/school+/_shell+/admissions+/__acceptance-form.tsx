import { DateField, type FormResult, fieldProps, SelectField, TextField, useServerForm } from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'
import { classSection } from '~/models/academics/rules'
import { admissionNumberLength, enrollmentNumberLength } from '~/models/students/options'

type Values = Record<
  | 'academic_session'
  | 'section'
  | 'roll_number'
  | 'enrollment_number'
  | 'enrolled_on'
  | 'admission_number'
  | 'admission_date',
  string
>

type AcceptanceFormProps = {
  id: string
  lastResult: FormResult | undefined
  sessions: ReadonlyArray<{ publicId: string; name: string; isCurrent: boolean }>
  /** Of which the free seats are shown. */
  session: string
  seats: ReadonlyArray<{ publicId: string; className: string; name: string; free: number }>
  values: Values
}

/** Session, seat and numbers of a child that becomes a student. */
export function AcceptanceForm({ id, lastResult, sessions, session, seats, values }: AcceptanceFormProps) {
  const state = useServerForm<Values>({ id: 'acceptance', lastResult, defaultValue: values })
  const { fields } = state
  const others = sessions.filter(({ publicId }) => publicId !== session)
  const shown = sessions.find(({ publicId }) => publicId === session)
  return (
    <>
      {others.length > 0 ? (
        <p>
          Free seats are those of {shown?.name}. Show those of{' '}
          {others.map(({ publicId, name }, index) => (
            <span key={publicId}>
              {index > 0 ? ', ' : ''}
              <a href={`${schoolPaths.acceptAdmission(id)}?session=${publicId}`}>{name}</a>
            </span>
          ))}
          .
        </p>
      ) : null}
      <OfficeForm
        state={state}
        lastResult={lastResult}
        failure="Creation Failed"
        submit="Accept admission"
        cancelHref={schoolPaths.admission(id)}
      >
        <div className="cols">
          <SelectField
            {...fieldProps(fields.academic_session)}
            label={m.students_academic_session()}
            required
            options={sessions.map(({ publicId, name, isCurrent }) => ({
              value: publicId,
              label: isCurrent ? `${name} (current)` : name,
            }))}
          />
          <SelectField
            {...fieldProps(fields.section)}
            label="Class and section"
            required
            options={seats.map((seat) => ({
              value: seat.publicId,
              label: `${classSection(seat.className, seat.name)} (${seat.free > 0 ? `${seat.free} free` : 'full'})`,
            }))}
          />
        </div>
        <div className="cols">
          <TextField
            {...fieldProps(fields.enrollment_number)}
            label={m.students_enrollment_number()}
            hint="The next free number; enter your own if you follow another series."
            required
            maxLength={enrollmentNumberLength}
          />
          <TextField
            {...fieldProps(fields.roll_number)}
            label={m.students_roll_number()}
            hint="May be left empty until roll numbers are given."
            inputMode="numeric"
          />
          <DateField {...fieldProps(fields.enrolled_on)} label="Date of enrollment" required />
        </div>
        <div className="cols">
          <TextField
            {...fieldProps(fields.admission_number)}
            label={m.students_admission_number()}
            hint="Optional."
            maxLength={admissionNumberLength}
          />
          <DateField {...fieldProps(fields.admission_date)} label={m.students_admission_date()} required />
        </div>
      </OfficeForm>
    </>
  )
}
