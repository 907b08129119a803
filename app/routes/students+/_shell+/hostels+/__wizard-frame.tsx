import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { type WizardStep, wizardSteps } from '~/models/money/hostels/apply/draft-options'

type WizardFrameProps = {
  step: WizardStep
  /** Action of the form: the step's own page with its query. */
  action: string
  form: { id: string; noValidate: boolean; 'aria-describedby': string | undefined }
  allErrors: Record<string, readonly string[] | null | undefined>
  trouble?: string
  help?: ReactNode
  children: ReactNode
}

export function WizardFrame({ step, action, form, allErrors, trouble, help, children }: WizardFrameProps) {
  const isLast = step === 'details'
  return (
    <>
      <PageHead title={m.room_title()} />
      <Steps current={step} />
      <Form method="post" action={action} {...form}>
        {/* Enter in a field presses the first button, which must be "next", not one that drops the chosen room. */}
        <button type="submit" className="sr" name="intent" value="next" tabIndex={-1} aria-hidden="true">
          {isLast ? m.room_submit() : m.shared_next()}
        </button>
        <FormTrouble formId={form.id} allErrors={allErrors} title={trouble ?? m.shared_problem()}>
          {help}
        </FormTrouble>
        {children}
        <div className="actions">
          <SubmitButton
            name="intent"
            value="next"
            variant="next"
            busyText={isLast ? m.room_submitting() : m.room_saving()}
          >
            {isLast ? m.room_submit() : m.shared_next()}
          </SubmitButton>
          {step === 'room' ? null : (
            <SubmitButton name="intent" value="previous" variant="secondary" busyText={m.room_saving()}>
              {m.shared_previous()}
            </SubmitButton>
          )}
          <ButtonLink href={paths.student.hostels} variant="quiet" label={m.room_cancel()} />
        </div>
      </Form>
    </>
  )
}

export function stepTitle(step: WizardStep): string {
  return { room: m.room_step_room, guardian: m.room_step_guardian, details: m.room_step_details }[step]()
}

function Steps({ current }: { current: WizardStep }) {
  const at = wizardSteps.indexOf(current)
  return (
    <ol className="steps" aria-label={m.room_progress()}>
      {wizardSteps.map((step, index) => (
        <li key={step} className={index < at ? 'done' : undefined} aria-current={index === at ? 'step' : undefined}>
          {`${index + 1}. ${stepTitle(step)}`}
        </li>
      ))}
    </ol>
  )
}
