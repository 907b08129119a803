import type { ReactNode } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { DateField } from '~/components/forms/date-field'
import { HiddenKey } from '~/components/forms/hidden-key'
import { SelectField } from '~/components/forms/select-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { AudienceFields } from '~/components/notices/audience-fields'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import {
  type AudienceChoices,
  type AudienceValues,
  noticeLength,
  priorities,
  titleLength,
} from '~/models/notices/options'
import { priorityWord } from '~/models/notices/words'

export type NoticeValues = AudienceValues & {
  form_key: string
  title: string
  body: string
  priority: string
  from_on: string
  until_on: string
  send_mail: boolean
}

type NoticeFormProps = {
  mode: 'new' | 'edit'
  lastResult: FormResult | undefined
  values: NoticeValues
  choices: AudienceChoices
  cancelHref: string
  aside?: ReactNode
}

export function NoticeForm({ mode, lastResult, values, choices, cancelHref, aside }: NoticeFormProps) {
  const state = useServerForm<NoticeValues>({ id: 'notice', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Publish notice' : 'Save Changes'}
      cancelHref={cancelHref}
      aside={aside}
    >
      <HiddenKey value={fields.form_key.initialValue ?? values.form_key} />
      <TextField {...fieldProps(fields.title)} label="Title" required maxLength={titleLength} />
      <TextAreaField
        {...fieldProps(fields.body)}
        label="Text"
        hint="Lines stay as you write them; an address that begins with http:// or https:// becomes a link."
        required
        rows={8}
        maxLength={noticeLength}
      />
      <AudienceFields fields={fields} choices={choices} />
      <div className="cols">
        <DateField {...fieldProps(fields.from_on)} label="Shown from" required />
        <DateField
          {...fieldProps(fields.until_on)}
          label="Shown until"
          hint="yyyy-mm-dd; leave empty to show it until it is deleted"
        />
        <SelectField
          {...fieldProps(fields.priority)}
          label="Priority"
          hint={mode === 'new' ? 'A notice of high priority is also sent by e-mail, on the first day.' : undefined}
          required
          placeholder={null}
          options={priorities.map((value) => ({ value, label: priorityWord(value) }))}
        />
      </div>
      <CheckboxField
        {...checkboxProps(fields.send_mail)}
        label="Send by e-mail"
        hint={
          mode === 'new'
            ? 'Also when the priority is not high.'
            : 'To all the families it is for, including those who have already received it. If it is not ticked, it is not sent again.'
        }
      />
    </OfficeForm>
  )
}
