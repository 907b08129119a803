import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ButtonLink, Card, PageHead, SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type OwnQuestionProps = {
  title: string
  /** Explanation of the action and its effect. */
  children: ReactNode
  button: string
  busy: string
  danger?: boolean
  fields?: Record<string, string>
  backHref: string
}

/** Confirmation page for an action of the student: works without JavaScript and explains the effect. */
export function OwnQuestion({ title, children, button, busy, danger, fields = {}, backHref }: OwnQuestionProps) {
  return (
    <>
      <PageHead title={title} />
      <Card>
        {children}
        <Form method="post" className="actions">
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SubmitButton variant={danger ? 'danger' : 'primary'} busyText={busy}>
            {button}
          </SubmitButton>
          <ButtonLink href={backHref} variant="secondary" label={m.accounts_cancel()} />
        </Form>
      </Card>
    </>
  )
}
