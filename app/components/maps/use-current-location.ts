import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { m } from '~/language/paraglide/messages'

/** A trouble has a number, so that the same words a second time are said again. */
export interface LocationTrouble {
  number: number
  message: string
}

const waitMs = 15_000

/**
 * Asks the device where it is, when it is told to and never before. Offered only once enhanced: without script there is no such question.
 */
export function useCurrentLocation(onFound: (latitude: string, longitude: string) => void) {
  const [isOffered, setOffered] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<LocationTrouble | null>(null)
  useEffect(() => setOffered(true), [])

  const fail = (message: string) => {
    setBusy(false)
    setTrouble((before) => ({ number: (before?.number ?? 0) + 1, message }))
  }

  const locate = () => {
    if (!('geolocation' in navigator)) return fail(m.maps_location_unsupported())
    setBusy(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        // The button is to send the form at once, and one that is still disabled would not be sent with it.
        flushSync(() => {
          setBusy(false)
          setTrouble(null)
        })
        onFound(coords.latitude.toFixed(6), coords.longitude.toFixed(6))
      },
      () => fail(m.maps_location_unable()),
      { enableHighAccuracy: true, timeout: waitMs },
    )
  }

  return { isOffered, isBusy, trouble, locate }
}
