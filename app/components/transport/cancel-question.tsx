import { ShortQuestion } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type CancelQuestionProps = {
  view: { place: string; links: { own: string; cancel: string }; hindrance: string | null; texts: string[] }
  refusal: { message: string } | undefined
}

export function CancelQuestion({ view: { place, links, hindrance, texts }, refusal }: CancelQuestionProps) {
  return (
    <ShortQuestion
      title={m.room_cancel_question()}
      context={place}
      message={refusal?.message ?? hindrance}
      texts={texts}
      action={links.cancel}
      button={hindrance ? null : { label: m.room_cancel_application(), busy: m.room_cancelling(), isDanger: true }}
      backHref={links.own}
      backLabel={m.room_to_application()}
    />
  )
}
