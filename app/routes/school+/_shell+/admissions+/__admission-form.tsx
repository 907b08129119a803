import { CheckboxField } from '~/components/forms/checkbox-field'
import { DateField } from '~/components/forms/date-field'
import { FileField, textsOf } from '~/components/forms/file-field'
import { HiddenKey } from '~/components/forms/hidden-key'
import { SelectField } from '~/components/forms/select-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { ChildNameFields, GenderField, ParentNameFields } from '~/components/students/person-fields'
import { m } from '~/language/paraglide/messages'
import { admissionKinds, longestRemarks } from '~/models/admissions/admission-options'
import { acceptedTypes, type DocumentKind } from '~/models/students/document-file-options'
import { documentHint, documentLabel, mostFilesOf } from '~/models/students/document-options'
import {
  addressLength,
  categories,
  categoryLabel,
  emailLength,
  mediumLabel,
  mediums,
  textLengths,
} from '~/models/students/options'

export type AdmissionValues = {
  first_name: string
  last_name: string
  father_name: string
  mother_name: string
  gender: string
  date_of_birth: string
  category: string
  mobile_number: string
  email: string
  address: string
  rte: boolean
  class: string
  academic_session: string
  previous_school: string
  previous_class: string
  previous_board: string
  medium: string
  language: string
  remarks: string
  remove: string[]
}

type FileValues = Record<DocumentKind, string> & Record<`${DocumentKind}_received`, string[]>

type Choices = ReadonlyArray<{ publicId: string; name: string }>

type AdmissionFormProps = {
  mode: 'new' | 'edit'
  lastResult: FormResult | undefined
  values: Partial<AdmissionValues>
  choices: { classes: Choices; sessions: Choices }
  formKey: string
  /** What the admission has already. */
  documents: ReadonlyArray<{ kind: DocumentKind; key: string; fileName: string; href: string }>
  cancelHref: string
}

const languageNames = { en: 'English', hi: 'Hindi', gu: 'Gujarati' } as const

/** An admission as the office writes it down, with what papers the family brought. */
export function AdmissionForm(props: AdmissionFormProps) {
  const { mode, lastResult, values, choices, documents } = props
  const state = useServerForm<AdmissionValues & FileValues>({
    id: 'admission',
    lastResult,
    defaultValue: values,
  })
  const { fields } = state
  const options = (list: Choices) => list.map(({ publicId, name }) => ({ value: publicId, label: name }))
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Create admission' : 'Save Changes'}
      cancelHref={props.cancelHref}
      hasFiles
    >
      <HiddenKey value={props.formKey} />
      <h2>Child</h2>
      <div className="cols">
        <ChildNameFields fields={fields} />
      </div>
      <div className="cols">
        <GenderField field={fields.gender} />
        <DateField {...fieldProps(fields.date_of_birth)} label={m.students_date_of_birth()} required />
        <SelectField
          {...fieldProps(fields.category)}
          label={m.students_category()}
          required
          options={categories.map((value) => ({ value, label: categoryLabel(value) }))}
        />
      </div>
      <CheckboxField {...checkboxProps(fields.rte)} label={m.students_rte()} />
      <h2>Seat applied for</h2>
      <div className="cols">
        <SelectField {...fieldProps(fields.class)} label="Class wanted" required options={options(choices.classes)} />
        <SelectField
          {...fieldProps(fields.academic_session)}
          label={m.students_academic_session()}
          required
          options={options(choices.sessions)}
        />
        <SelectField
          {...fieldProps(fields.medium)}
          label={m.students_medium()}
          options={mediums.map((value) => ({ value, label: mediumLabel(value) }))}
        />
      </div>
      <h2>Family</h2>
      <div className="cols">
        <ParentNameFields fields={fields} />
      </div>
      <div className="cols">
        <TextField
          {...fieldProps(fields.mobile_number)}
          label={m.students_mobile_number()}
          hint="10 digits. Used to sign in, like the e-mail."
          type="tel"
          inputMode="numeric"
          required
        />
        <TextField
          {...fieldProps(fields.email)}
          label={m.students_email()}
          hint="Optional; without it the answer cannot be mailed."
          type="email"
          maxLength={emailLength}
        />
        <SelectField
          {...fieldProps(fields.language)}
          label="Language of letters"
          placeholder={null}
          options={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <TextAreaField
        {...fieldProps(fields.address)}
        label={m.students_address()}
        required
        maxLength={addressLength}
        rows={3}
      />
      <h2>Previous school</h2>
      <div className="cols">
        <TextField
          {...fieldProps(fields.previous_school)}
          label={m.students_previous_school()}
          maxLength={textLengths.previous_school}
        />
        <TextField
          {...fieldProps(fields.previous_class)}
          label={m.students_previous_class()}
          maxLength={textLengths.previous_class}
        />
        <TextField
          {...fieldProps(fields.previous_board)}
          label={m.students_previous_board()}
          maxLength={textLengths.previous_board}
        />
      </div>
      <TextAreaField {...fieldProps(fields.remarks)} label="Remarks" maxLength={longestRemarks} rows={2} />
      <h2>Documents</h2>
      {admissionKinds.map((kind) => (
        <FileField
          key={kind}
          name={kind}
          id={fields[kind].id}
          label={documentLabel(kind)}
          hint={documentHint(kind)}
          errors={fields[kind].errors}
          accept={acceptedTypes(kind)}
          multiple={mostFilesOf(kind) > 1}
          received={textsOf(fields[`${kind}_received`])}
          stored={documents.filter((one) => one.kind === kind)}
          removeName="remove"
          removed={textsOf(fields.remove)}
        />
      ))}
    </OfficeForm>
  )
}
