import { secretProps } from '~/components/accounts/secret-props'
import { PasswordField } from '~/components/forms/password-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { SectionForm, type SectionFrame } from '~/components/students/section-form'
import { AddressField, BirthFields, NameFields, type StudentValues } from '~/components/students/student-fields'
import { PhotoField } from '~/components/students/student-form'
import type { WaitingWish } from '~/components/students/wish-hint'
import { m } from '~/language/paraglide/messages'
import { changeNoteLength } from '~/models/students/change-request-options'
import { emailLength, mobileDigits } from '~/models/students/options'

type OwnStudentFormProps = {
  frame: SectionFrame
  values: StudentValues
  photo: { key: string; fileName: string; href: string; smallHref: string | null } | null
  waiting: readonly WaitingWish[]
  /** The new e-mail address that waits to be confirmed. */
  newEmail: string | null
}

type Values = StudentValues & {
  note: string
  current_password: string
  student_photo: string
  student_photo_received: string[]
}

/** Student Information as the student fills it: the same fields, some of which the office decides or alone may set. */
export function OwnStudentForm({ frame, values, photo, waiting, newEmail }: OwnStudentFormProps) {
  const state = useServerForm<Values>({
    id: 'student',
    lastResult: frame.lastResult,
    defaultValue: { ...values, email: newEmail ?? values.email },
  })
  const { fields } = state
  return (
    <SectionForm frame={frame} state={state} withFiles>
      {photo?.smallHref ? (
        <img className="photo" src={photo.smallHref} alt={m.profile_photo_alt()} width={120} height={150} />
      ) : null}
      <PhotoField field={fields.student_photo} received={fields.student_photo_received} photo={photo} />
      <NameFields fields={fields} waiting={waiting} />
      <BirthFields fields={fields} waiting={waiting} />
      <TextAreaField
        {...fieldProps(fields.note)}
        label={m.profile_note()}
        hint={m.profile_note_hint()}
        maxLength={changeNoteLength}
        rows={2}
      />
      <div className="cols">
        <TextField
          {...fieldProps(fields.mobile_number)}
          label={m.students_mobile_number()}
          hint={m.profile_mobile_hint()}
          type="tel"
          inputMode="numeric"
          required
          maxLength={mobileDigits}
        />
        <TextField
          {...fieldProps(fields.email)}
          label={m.students_email()}
          hint={emailHint(values.email, newEmail)}
          type="email"
          required
          maxLength={emailLength}
        />
      </div>
      <PasswordField
        {...secretProps(fields.current_password)}
        label={m.accounts_current_password()}
        hint={m.profile_password_hint()}
        // The browser must not give it by itself: whoever found the phone open has the browser too.
        autoComplete="off"
      />
      <AddressField field={fields.address} />
      <div className="cols">
        {(['enrollment_number', 'nic_id', 'sr_no'] as const).map((name) => (
          <TextField
            key={name}
            {...fieldProps(fields[name])}
            // What is only shown comes from what stands, also after a refused post, which does not send it.
            defaultValue={values[name]}
            label={officeLabels[name]()}
            hint={m.profile_office_only()}
            readOnly
          />
        ))}
      </div>
      <p>{`${m.students_rte()}: ${values.rte ? m.profile_yes() : m.profile_no()}`}</p>
    </SectionForm>
  )
}

const officeLabels = {
  enrollment_number: m.students_enrollment_number,
  nic_id: m.students_nic_id,
  sr_no: m.students_sr_no,
}

function emailHint(email: string, newEmail: string | null): string {
  if (newEmail === null) return m.profile_email_hint()
  if (email === '') return m.profile_email_first({ email: newEmail })
  return m.profile_email_waiting({ email: newEmail, current: email })
}
