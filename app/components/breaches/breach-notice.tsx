import { Form } from '@remix-run/react'
import { PageHead, SubmitButton } from '~/components/ui'
import { currentLanguage } from '~/language/current'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import type { TextPart } from '~/models/entry/breaches/options'
import { NoticeText } from './notice-text'

type BreachNoticeProps = {
  context?: string
  /** Language that the school wrote the notice in. */
  language: Language
  parts: Record<TextPart, string>
  isRead: boolean
}

export function BreachNotice({ context, language, parts, isRead }: BreachNoticeProps) {
  return (
    <>
      <PageHead title={m.breaches_title()} context={context} />
      <div className="card">
        <div lang={language}>
          <NoticeText language={currentLanguage()} parts={parts} heading="h2" />
        </div>
        {isRead ? (
          <p className="soft">{m.breaches_is_read()}</p>
        ) : (
          <Form method="post" className="actions">
            <SubmitButton busyText={m.breaches_busy()}>{m.breaches_acknowledge()}</SubmitButton>
          </Form>
        )}
      </div>
    </>
  )
}
