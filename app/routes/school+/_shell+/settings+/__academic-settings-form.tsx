import { CheckboxField } from '~/components/forms/checkbox-field'
import { FieldError } from '~/components/forms/field'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, type ServerField, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import { gradeLength, months } from '~/models/schools/options'

type Band = { grade: string; from_percent: string }

export type AcademicSettingsValues = { year_starts_month: string; rank_shown: boolean; bands: Band[] }

type AcademicSettingsFormProps = {
  lastResult: FormResult | undefined
  /** With blank bands behind the school's own, for more grades. */
  values: AcademicSettingsValues
}

/** When the school year begins, whether ranks are shown, and the table of grades; blank rows are passed over. */
export function AcademicSettingsForm({ lastResult, values }: AcademicSettingsFormProps) {
  const state = useServerForm<AcademicSettingsValues>({ id: 'academics', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={schoolPaths.settings}
    >
      <SelectField
        {...fieldProps(fields.year_starts_month)}
        label="The school year begins in"
        required
        placeholder={null}
        options={months.map((label, index) => ({ value: String(index + 1), label }))}
      />
      <CheckboxField
        {...checkboxProps(fields.rank_shown)}
        label="Students see their rank in the class"
        hint="Equal marks share a rank: 1, 2, 2, 4."
      />
      <fieldset id={fields.bands.id} tabIndex={-1}>
        <legend>Grades, each from its minimum percentage</legend>
        <FieldError id={fields.bands.id} errors={fields.bands.errors as string[] | undefined} />
        {fields.bands.getFieldList().map((row, index) => (
          <BandRow key={row.key} row={row} number={index + 1} />
        ))}
      </fieldset>
    </OfficeForm>
  )
}

function BandRow({ row, number }: { row: ServerField<Band>; number: number }) {
  const band = row.getFieldset()
  return (
    <div className="cols">
      <TextField {...fieldProps(band.grade)} label={`Grade ${number}`} maxLength={gradeLength} />
      <TextField
        {...fieldProps(band.from_percent)}
        label={`From percent ${number}`}
        inputMode="numeric"
        maxLength={3}
      />
    </div>
  )
}
