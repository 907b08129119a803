import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { m } from '~/language/paraglide/messages'

/** The welcome before the list: how a student comes to a place, in three steps. */
export function HostelGuide({ loadHref }: { loadHref: string }) {
  const steps = [
    [m.hostels_guide_browse(), m.hostels_guide_browse_text()],
    [m.hostels_guide_room(), m.hostels_guide_room_text()],
    [m.hostels_guide_submit(), m.hostels_guide_submit_text()],
  ]
  return (
    <Card title={m.hostels_guide_title()}>
      <ol className="guide">
        {steps.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <br />
            <span className="soft">{text}</span>
          </li>
        ))}
      </ol>
      <p className="actions">
        <ButtonLink href={loadHref} variant="next" icon="hostel">
          {m.hostels_load()}
        </ButtonLink>
      </p>
    </Card>
  )
}
