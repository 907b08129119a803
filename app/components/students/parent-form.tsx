import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, type ServerField, useServerForm } from '~/components/forms/use-server-form'
import { m } from '~/language/paraglide/messages'
import { mobileDigits, parentNameLength, textLengths } from '~/models/students/options'
import {
  guardianRelations,
  occupationLabel,
  occupations,
  type Person,
  personLabel,
  personNameLabel,
  persons,
  relationLabel,
} from '~/models/students/parent-options'
import { shownAadhaar } from '~/models/students/rules'
import { optionsOf, SectionForm, type SectionFrame } from './section-form'
import { type WaitingWish, wishProps } from './wish-hint'

type PersonValues = `${Person}_${'name' | 'occupation' | 'mobile' | 'aadhar' | 'education' | 'income'}`
export type ParentValues = Record<PersonValues | 'guardian_relation', string>

type ParentFormProps = {
  frame: SectionFrame
  values: Partial<ParentValues>
  /** The last four digits of the numbers on file. */
  aadhaarEnds: Record<Person, string | null>
  /** In the student's own form the office decides the parents' names: the wishes of them that wait. */
  waiting?: readonly WaitingWish[]
}

/** The section Parent/Guardian Information. */
export function ParentForm({ frame, values, aadhaarEnds, waiting }: ParentFormProps) {
  const state = useServerForm<ParentValues>({ id: 'parent', lastResult: frame.lastResult, defaultValue: values })
  return (
    <SectionForm frame={frame} state={state}>
      {persons.map((who) => (
        <fieldset key={who}>
          <legend>
            <h2>{personLabel(who)}</h2>
          </legend>
          {who === 'guardian' ? <p className="soft">{m.students_guardian_hint()}</p> : null}
          <PersonFields who={who} fields={state.fields} aadhaarEnd={aadhaarEnds[who]} waiting={waiting} />
        </fieldset>
      ))}
    </SectionForm>
  )
}

type PersonFieldsProps = {
  who: Person
  fields: Record<keyof ParentValues, ServerField>
  aadhaarEnd: string | null
  waiting: readonly WaitingWish[] | undefined
}

function PersonFields({ who, fields, aadhaarEnd, waiting }: PersonFieldsProps) {
  return (
    <>
      <div className="cols">
        <TextField
          {...fieldProps(fields[`${who}_name`])}
          label={personNameLabel(who)}
          required={who !== 'guardian'}
          maxLength={parentNameLength}
          {...(waiting && who !== 'guardian' ? wishProps(`${who}_name`, waiting) : {})}
        />
        {who === 'guardian' ? (
          <SelectField
            {...fieldProps(fields.guardian_relation)}
            label={m.students_guardian_relation()}
            options={optionsOf(guardianRelations, relationLabel)}
          />
        ) : null}
        <SelectField
          {...fieldProps(fields[`${who}_occupation`])}
          label={m.students_occupation()}
          options={optionsOf(occupations, occupationLabel)}
        />
      </div>
      <div className="cols">
        <TextField
          {...fieldProps(fields[`${who}_mobile`])}
          label={m.students_mobile_number()}
          type="tel"
          inputMode="numeric"
          maxLength={mobileDigits}
        />
        <TextField
          {...fieldProps(fields[`${who}_aadhar`])}
          label={m.students_aadhar()}
          hint={
            aadhaarEnd === null
              ? m.students_aadhar_hint()
              : m.students_aadhar_stored({ number: shownAadhaar(aadhaarEnd) })
          }
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <div className="cols">
        <TextField
          {...fieldProps(fields[`${who}_education`])}
          label={m.students_education()}
          maxLength={textLengths.education}
        />
        <TextField
          {...fieldProps(fields[`${who}_income`])}
          label={m.students_income()}
          maxLength={textLengths.income}
        />
      </div>
    </>
  )
}
