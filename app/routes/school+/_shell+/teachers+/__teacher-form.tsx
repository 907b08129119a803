import type { ReactNode } from 'react'
import { OwnPasswordField } from '~/components/accounts/own-password-field'
import { DateField } from '~/components/forms/date-field'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import {
  employeeNumberLength,
  qualificationLength,
  teacherEmailLength,
  teacherNameLength,
} from '~/models/academics/options'

export type TeacherValues = {
  employee_number: string
  first_name: string
  last_name: string
  email: string
  mobile_number: string
  qualification: string
  joined_on: string
  sign_in: string
}

/** The sign-ins that a teacher can be given; null for those who may not give any. */
export type SignIns = {
  choices: ReadonlyArray<{ publicId: string; name: string; email: string }>
  asksPassword: boolean
} | null

type TeacherFormProps = {
  lastResult: FormResult | undefined
  values: TeacherValues
  mode: 'new' | 'edit'
  signIns: SignIns
  cancelHref: string
  aside?: ReactNode
}

type Fields = TeacherValues & { own_password: string }

export function TeacherForm({ lastResult, values, mode, signIns, cancelHref, aside }: TeacherFormProps) {
  const state = useServerForm<Fields>({ id: 'teacher', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Create teacher' : 'Save Changes'}
      cancelHref={cancelHref}
      aside={aside}
    >
      <TextField
        {...fieldProps(fields.employee_number)}
        label="Employee number"
        required
        maxLength={employeeNumberLength}
        className="input input-short"
      />
      <div className="cols">
        <TextField {...fieldProps(fields.first_name)} label="First name" required maxLength={teacherNameLength} />
        <TextField {...fieldProps(fields.last_name)} label="Last name" required maxLength={teacherNameLength} />
      </div>
      <div className="cols">
        <TextField {...fieldProps(fields.email)} label="Email" type="email" maxLength={teacherEmailLength} />
        <TextField
          {...fieldProps(fields.mobile_number)}
          label="Mobile number"
          hint="10 digits"
          type="tel"
          inputMode="numeric"
          maxLength={10}
        />
      </div>
      <div className="cols">
        <TextField
          {...fieldProps(fields.qualification)}
          label="Qualification"
          hint="Such as M.Sc., B.Ed."
          maxLength={qualificationLength}
        />
        <DateField {...fieldProps(fields.joined_on)} label="Joined on" />
      </div>
      {signIns ? (
        <>
          <SelectField
            {...fieldProps(fields.sign_in)}
            label="Sign-in"
            hint="With a sign-in of the role Teacher, a class teacher sees only their own sections."
            placeholder={null}
            options={[
              { value: 'none', label: 'No sign-in' },
              { value: 'invite', label: 'Give this teacher a sign-in: invite by the e-mail above' },
              ...signIns.choices.map((one) => ({ value: one.publicId, label: `${one.name} (${one.email})` })),
            ]}
          />
          {signIns.asksPassword ? (
            <OwnPasswordField field={fields.own_password} hint="Needed only if the sign-in is changed." />
          ) : null}
        </>
      ) : null}
    </OfficeForm>
  )
}
