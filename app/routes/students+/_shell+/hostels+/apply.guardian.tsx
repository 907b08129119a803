import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { fieldProps, TextAreaField, TextField, useServerForm } from '~/components/forms'
import { Card } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { parseFields, readForm, requireStudentInPerson, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { guardianStepSchema } from '~/models/money/hostels/apply/apply-schema'
import { saveDraft } from '~/models/money/hostels/apply/draft.server'
import type { DraftFields } from '~/models/money/hostels/apply/draft-options'
import { suggestGuardian } from '~/models/money/hostels/apply/suggest-guardian.server'
import { addressLength, emailLength, personNameLength, phoneLength } from '~/models/money/hostels/options'
import { draftFor, requireApplicant, stepPaths, typedIn } from './__hostel-wizard.server'
import { stepTitle, WizardFrame } from './__wizard-frame'

export const handle = pageTitle(() => m.room_title(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const { fields } = await draftFor(scope, 'guardian')
  return { answers: fields.guardian_name === undefined ? await suggestGuardian(scope) : fields }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireApplicant(context, request)
  const form = await readForm(request)
  await draftFor(scope, 'guardian')
  const typedFields = typedIn(form, 'guardian')
  if (form.get('intent') === 'previous') {
    await saveDraft(scope, typedFields)
    return seeOther(stepPaths.room)
  }
  const parsed = parseFields(form, guardianStepSchema, {})
  if (!parsed.ok) return parsed.reply()
  await saveDraft(scope, typedFields)
  return seeOther(stepPaths.details)
}

export default function GuardianStepPage() {
  const { answers } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<Record<keyof DraftFields, string>>({
    id: 'place',
    lastResult,
    defaultValue: answers,
  })
  const text = (
    name: 'guardian_name' | 'guardian_phone' | 'guardian_email' | 'emergency_contact',
    words: Partial<Parameters<typeof TextField>[0]> & { label: string; maxLength: number },
  ) => <TextField {...fieldProps(fields[name])} {...words} autoComplete="off" />
  const phone = { type: 'tel', required: true, maxLength: phoneLength } as const
  return (
    <WizardFrame step="guardian" action={paths.student.hostelGuardian} form={form} allErrors={allErrors}>
      <Card title={stepTitle('guardian')}>
        {text('guardian_name', { label: m.room_guardian_name(), required: true, maxLength: personNameLength })}
        {text('guardian_phone', { label: m.room_guardian_phone(), ...phone })}
        {text('guardian_email', { label: m.room_guardian_email(), type: 'email', maxLength: emailLength })}
        <TextAreaField
          {...fieldProps(fields.guardian_address)}
          label={m.room_guardian_address()}
          maxLength={addressLength}
        />
        {text('emergency_contact', { label: m.room_emergency(), hint: m.room_emergency_hint(), ...phone })}
      </Card>
    </WizardFrame>
  )
}
