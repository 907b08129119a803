import type { ReactNode } from 'react'
import { DateField } from '~/components/forms/date-field'
import { HiddenKey } from '~/components/forms/hidden-key'
import { SelectField } from '~/components/forms/select-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { AudienceFields } from '~/components/notices/audience-fields'
import { OfficeForm } from '~/components/school/office-form'
import {
  type AudienceChoices,
  type AudienceValues,
  descriptionLength,
  eventTypes,
  priorities,
  titleLength,
} from '~/models/notices/options'
import { eventTypeWord, priorityWord } from '~/models/notices/words'

export type EventValues = AudienceValues & {
  form_key: string
  title: string
  description: string
  type: string
  priority: string
  starts_on: string
  ends_on: string
}

type EventFormProps = {
  mode: 'new' | 'edit'
  lastResult: FormResult | undefined
  values: EventValues
  choices: AudienceChoices
  cancelHref: string
  aside?: ReactNode
}

export function EventForm({ mode, lastResult, values, choices, cancelHref, aside }: EventFormProps) {
  const state = useServerForm<EventValues>({ id: 'event', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Create event' : 'Save Changes'}
      cancelHref={cancelHref}
      aside={aside}
    >
      <HiddenKey value={fields.form_key.initialValue ?? values.form_key} />
      <TextField {...fieldProps(fields.title)} label="Title" required maxLength={titleLength} />
      <TextAreaField
        {...fieldProps(fields.description)}
        label="Description"
        hint="Where it is held, what to bring; optional."
        rows={4}
        maxLength={descriptionLength}
      />
      <div className="cols">
        <SelectField
          {...fieldProps(fields.type)}
          label="Kind of event"
          required
          options={eventTypes.map((value) => ({ value, label: eventTypeWord(value) }))}
        />
        <SelectField
          {...fieldProps(fields.priority)}
          label="Priority"
          required
          placeholder={null}
          options={priorities.map((value) => ({ value, label: priorityWord(value) }))}
        />
      </div>
      <div className="cols">
        <DateField {...fieldProps(fields.starts_on)} label="First day" required />
        <DateField {...fieldProps(fields.ends_on)} label="Last day" hint="yyyy-mm-dd; leave empty if it is one day" />
      </div>
      <AudienceFields fields={fields} choices={choices} />
    </OfficeForm>
  )
}
