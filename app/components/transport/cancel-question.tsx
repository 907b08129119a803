import { PlaceQuestion } from '~/components/ui'
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
    <PlaceQuestion
      title={m.places_cancel_question()}
      place={fareName}
      message={refusal?.message ?? hindrance}
      texts={texts}
      action={action}
      button={hindrance ? null : { label: m.places_cancel_application(), busy: m.places_cancelling(), isDanger: true }}
      backHref={backHref}
    />
  )
}
