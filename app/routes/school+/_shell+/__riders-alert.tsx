import { Alert } from '~/components/ui/alert'

/** On a form that can take something out of use: how many students that would leave behind. */
export function RidersAlert({ riders, children }: { riders: number; children: string }) {
  if (riders === 0) return null
  return (
    <Alert tone="warn" title={riders === 1 ? '1 student uses it' : `${riders} students use it`}>
      <p>{children}</p>
    </Alert>
  )
}

/** What becomes of riders when a vehicle, a route or a run is not offered any more. */
export const ridersStay =
  'They keep their seats when it is taken out of use, and are not told about it: give them another seat or end their transport in their applications first.'
