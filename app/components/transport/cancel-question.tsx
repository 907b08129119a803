import { ShortQuestion } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type CancelQuestionProps = {
  view: { fareName: string; hindrance: string | null; texts: string[] }
  action: string
  backHref: string
  refusal: { message: string } | undefined
}

/** Asks before an application for a ride is taken back. */
export function CancelQuestion({ view, action, backHref, refusal }: CancelQuestionProps) {
  const { fareName, hindrance, texts } = view
  return (
    <ShortQuestion
      title={m.room_cancel_question()}
      place={fareName}
      message={refusal?.message ?? hindrance}
      texts={texts}
      action={action}
      button={hindrance ? null : { label: m.room_cancel_application(), busy: m.room_cancelling(), isDanger: true }}
      backHref={backHref}
    />
  )
}
