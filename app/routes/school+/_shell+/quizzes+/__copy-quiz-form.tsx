import { type FormResult, fieldProps, HiddenKey, TextField, useServerForm } from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { quizTitleLength } from '~/models/quizzes/options'
import { AudienceFields, type AudienceValues, type QuizChoices, WindowFields } from './__audience-fields'

type CopyValues = AudienceValues & { title: string; form_key: string }

type CopyQuizFormProps = {
  lastResult: FormResult | undefined
  values: Partial<CopyValues>
  choices: QuizChoices
  cancelHref: string
}

export function CopyQuizForm({ lastResult, values, choices, cancelHref }: CopyQuizFormProps) {
  const state = useServerForm<CopyValues>({ id: 'copy', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Creation Failed"
      submit="Make a copy"
      cancelHref={cancelHref}
    >
      <HiddenKey value={fieldProps(fields.form_key).defaultValue} />
      <TextField {...fieldProps(fields.title)} label="Title" required maxLength={quizTitleLength} />
      <AudienceFields fields={fields} choices={choices} />
      <WindowFields fields={fields} />
    </OfficeForm>
  )
}
