import { RadioGroup } from '~/components/forms/radio-group'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, type ServerField } from '~/components/forms/use-server-form'
import { schoolPaths } from '~/http/school-paths'
import { classSection } from '~/models/academics/rules'
import type { AudienceChoices, AudienceValues } from '~/models/notices/options'
import { audienceNames } from '~/models/notices/words'
import { enrollmentNumberLength } from '~/models/students/options'

/** For whom it is. All fields are in sight, since without script none can come and go; those of another audience do not count. */
export function AudienceFields({
  fields,
  choices,
}: {
  fields: Record<keyof AudienceValues, ServerField>
  choices: AudienceChoices
}) {
  return (
    <>
      <RadioGroup
        {...fieldProps(fields.audience)}
        label="For whom"
        required
        options={choices.audiences.map((value) => ({ value, label: audienceNames[value] }))}
      />
      <div className="cols">
        {choices.audiences.includes('class') ? (
          <SelectField
            {...fieldProps(fields.class)}
            label="Class"
            hint="For one class"
            options={choices.classes.map(({ publicId, name }) => ({ value: publicId, label: name }))}
          />
        ) : null}
        <SelectField
          {...fieldProps(fields.section)}
          label="Section"
          hint="For one section"
          options={choices.sections.map(({ publicId, className, name }) => ({
            value: publicId,
            label: classSection(className, name),
          }))}
        />
        <TextField
          {...fieldProps(fields.enrollment_number)}
          label="Enrollment number"
          hint="For one student"
          maxLength={enrollmentNumberLength}
          autoComplete="off"
        />
      </div>
      <p className="soft small">
        If you do not know the number, find the student in the <a href={schoolPaths.students}>list of students</a>: the
        student&rsquo;s page has “Write a notice”.
      </p>
    </>
  )
}
