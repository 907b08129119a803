import { Alert, LinkParagraph } from '~/components/ui'

/**
 * Warning on a form that can take a vehicle, a route or a trip out of use: number of students with a seat, and the
 * effect on them.
 */
export function PassengersAlert({ passengers, messageHref }: { passengers: number; messageHref?: string }) {
  if (passengers === 0) return null
  return (
    <Alert tone="warn" title={passengers === 1 ? '1 student uses it' : `${passengers} students use it`}>
      <p>
        If it is taken out of use, they keep their seats and are not informed. First give them another seat, or end
        their transport in their applications.
      </p>
      {messageHref ? <LinkParagraph href={messageHref} label="Message the passengers" /> : null}
    </Alert>
  )
}
