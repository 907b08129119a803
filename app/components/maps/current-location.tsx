import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { buttonClass, Toast, useHydrated } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type CurrentLocationProps = {
  latitudeName?: string
  longitudeName?: string
  /** Name and value of the button, for a form with several buttons. */
  name?: string
  value?: string
}

/** Button that fills in the coordinates from the device and submits the form. Appears once scripts run. */
export function CurrentLocation({
  latitudeName = 'latitude',
  longitudeName = 'longitude',
  name,
  value,
}: CurrentLocationProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isHydrated = useHydrated()
  const { isBusy, trouble, locate } = useCurrentLocation((latitude, longitude) => {
    const form = button.current?.form
    const fields = [form?.elements.namedItem(latitudeName), form?.elements.namedItem(longitudeName)]
    fields.forEach((field, index) => {
      if (field instanceof HTMLInputElement) field.value = index === 0 ? latitude : longitude
    })
    form?.requestSubmit(button.current)
  })
  return (
    <>
      <button
        ref={button}
        // While the button is invisible, pressing Enter in a field must not trigger it.
        type={isHydrated ? 'submit' : 'button'}
        name={name}
        value={value}
        className={buttonClass('secondary', isHydrated ? undefined : 'room-only')}
        disabled={isBusy}
        data-other={isBusy ? m.maps_current() : m.maps_locating()}
        onClick={(event) => {
          event.preventDefault()
          locate()
        }}
      >
        {isBusy ? m.maps_locating() : m.maps_current()}
      </button>
      {trouble ? <Toast key={trouble.number} type="error" title={trouble.message} /> : null}
    </>
  )
}

const waitMs = 15_000

/** Requests the device location on a click, never before. */
function useCurrentLocation(onFound: (latitude: string, longitude: string) => void) {
  const [isBusy, setBusy] = useState(false)
  // The number changes on each failure, so that a repeated message is announced again.
  const [trouble, setTrouble] = useState<{ number: number; message: string } | null>(null)

  const fail = (message: string) => {
    setBusy(false)
    setTrouble((before) => ({ number: (before?.number ?? 0) + 1, message }))
  }

  const locate = () => {
    if (!('geolocation' in navigator)) return fail(m.maps_location_unsupported())
    setBusy(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        // Enable the button first: a browser does not submit with a disabled button.
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

  return { isBusy, trouble, locate }
}
